"""Static files under names that carry their content's hash, so that a phone keeps them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    # Modules import each other by plain relative names in the source, by hashed names once served.
    support_js_module_import_aggregation = True
