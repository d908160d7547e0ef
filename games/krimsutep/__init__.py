"""The Architects of Krimsutep (Die Baumeister des Krimsutep)."""
