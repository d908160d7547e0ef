// The pad: nothing yet that a plain page would not do.
