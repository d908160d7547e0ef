"""Django settings. Every setting has a default, so the server starts without any configuration."""

import os
import sys
from pathlib import Path

from django.utils.csp import CSP

from games.registry import game_folders
from scorekeeper.server.data_folder import data_folder, newest_backup, secret_key, users_folder
from scorekeeper.server.database import cache, database
from scorekeeper.server.environment import Environment

_environment = Environment()
BASE_DIR = Path(__file__).resolve().parent.parent
# If Scorekeeper is installed from a wheel, templates, static, … are in scorekeeper/files, which may be read-only.
INSTALLED = (BASE_DIR / "scorekeeper" / "files").is_dir()
FILES_DIR = BASE_DIR / "scorekeeper" / "files" if INSTALLED else BASE_DIR
DATA_DIR = data_folder(
    Path(_environment.text("SCOREKEEPER_DATA") or (users_folder() if INSTALLED else BASE_DIR / "data")).expanduser(),
)
DATABASE_FILE = DATA_DIR / "scorekeeper.sqlite3"
SECRET_KEY = secret_key(
    DATA_DIR / "secret_key",
    used=bool((DATABASE_FILE.exists() and DATABASE_FILE.stat().st_size) or newest_backup(DATA_DIR / "backups")),
)
DEBUG = _environment.switch("SCOREKEEPER_DEBUG")
# Whether other phones can open this site's links. The pocket app, which is not a server, sets it to False.
PHONES_JOIN = True
HTTPS = _environment.switch("SCOREKEEPER_HTTPS")
SITES = _environment.sites("SCOREKEEPER_HOSTS")
# Without SCOREKEEPER_HOSTS, Django accepts every name, and the middleware HostNames refuses those that are not local.
ALLOWED_HOSTS = [site.name for site in SITES] or ["*"]

INSTALLED_APPS = [
    "scorekeeper.server",
    "scorekeeper.web",
    "scorekeeper.people",
    "scorekeeper.sending",
    "scorekeeper.nights",
    "scorekeeper.rounds",
    "scorekeeper.pad",
    "scorekeeper.rulebooks",
    "scorekeeper.money",
    "scorekeeper.history",
    "scorekeeper.exchange",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
]

MIDDLEWARE = [
    *(["scorekeeper.server.metrics.MetricsMiddleware"] if "PROMETHEUS_MULTIPROC_DIR" in os.environ else []),
    "scorekeeper.server.middleware.policies",
    "scorekeeper.server.middleware.health",
    "scorekeeper.server.not_modified.NotModifiedMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",  # static files need no policy of 250 bytes
    "scorekeeper.web.middleware.HostNames",
    "scorekeeper.web.middleware.same_database",
    "django.middleware.gzip.GZipMiddleware",
    "scorekeeper.people.bearer.share_link_header",  # before any middleware that reads a body or a cookie
    "django.middleware.locale.LocaleMiddleware",  # before any middleware that can refuse a body
    "scorekeeper.web.middleware.without_nul",
    "scorekeeper.people.bearer.Sessions",
    "django.middleware.common.CommonMiddleware",
    "scorekeeper.people.bearer.FormTokens",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.web.middleware.private_pages",
    "scorekeeper.web.middleware.no_blank_page",
    "scorekeeper.sending.middleware.ExactlyOnceMiddleware",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES_DIR / "templates", *game_folders("templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "scorekeeper.web.templatetags.ui",
                "scorekeeper.people.templatetags.people",
                "scorekeeper.nights.templatetags.nights",
                "scorekeeper.rounds.templatetags.fields",
                "scorekeeper.rulebooks.templatetags.rulebook",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {"default": database(_environment.text("DATABASE_URL"), DATABASE_FILE)}
ON_POSTGRESQL = DATABASES["default"]["ENGINE"].endswith("postgresql")

CACHES = {
    "default": cache(_environment.text("REDIS_URL"), ON_POSTGRESQL, DATA_DIR / "cache"),
    # Parts of pages (web.fragment_cache): about 3 kB each, compressed; the explanation of a round has 1 kB.
    "fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "fragments",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}

# Accounts, sessions, cookies
AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# Scrypt takes 0.3 s of processor time, Django's default PBKDF2 0.6 s. Older hashes are replaced at the next sign-in.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "scorekeeper.people.adapter.Adapter"
ACCOUNT_FORMS = {
    "login": "scorekeeper.people.forms_account.LoginForm",
    "change_password": "scorekeeper.people.forms_account.ChangePasswordForm",
    "set_password": "scorekeeper.people.forms_account.SetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
# For an address, so that a stranger keeps nobody else out; for an account, the ceiling of OWASP ASVS.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/5m/ip,100/h/key"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
MFA_ADAPTER = "scorekeeper.people.passkeys.Adapter"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
MFA_FORMS = {
    "add_webauthn": "scorekeeper.people.passkeys.AddForm",
    "login_webauthn": "scorekeeper.people.passkeys.LoginForm",
    "authenticate_webauthn": "scorekeeper.people.passkeys.AuthenticateForm",
    "reauthenticate_webauthn": "scorekeeper.people.passkeys.ReauthenticateForm",
}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if HTTPS else 0

SESSION_ENGINE = "scorekeeper.web.sessions"
# 300 days, as a phone joins a group only once, and groups pause for months.
SESSION_COOKIE_AGE = 60 * 60 * 24 * 300
# Cookies know no port: names of its own, so that another Django site on this host does not share them. With https they
# get the prefix __Host-, so that no other host of the same domain can set them.
_COOKIE = "__Host-scorekeeper" if HTTPS else "scorekeeper"
SESSION_COOKIE_NAME = f"{_COOKIE}_session"
CSRF_COOKIE_NAME = f"{_COOKIE}_csrf"
LANGUAGE_COOKIE_NAME = f"{_COOKIE}_language"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Security
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # browsers log an error on plain http
CSRF_FAILURE_VIEW = "scorekeeper.web.error_pages.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# W003: Django misses its CSRF middleware, but the site has a subclass of it, people.bearer.FormTokens.
# W005 and W021: the owner of the domain decides whether HSTS includes subdomains and preloading.
SILENCED_SYSTEM_CHECKS = ["security.W003", "security.W005", "security.W021"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 2
FILE_UPLOAD_HANDLERS = ["scorekeeper.web.uploads.BoundedUpload"]

# Languages and time
LANGUAGE_CODE = "en"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
FORMAT_MODULE_PATH = "scorekeeper.web.formats"
LOCALE_PATHS = [FILES_DIR / "locale"]
USE_TZ = True
TIME_ZONE = _environment.time_zone("TZ", "Europe/Berlin")

# Static files
STATIC_URL = "/static/"
STATIC_ROOT = (DATA_DIR if INSTALLED else BASE_DIR) / "staticfiles"
WHITENOISE_ALLOW_ALL_ORIGINS = False
# The folder that contains pocket/, the app for a phone without a server; None until `make pocket` has built the app.
WHITENOISE_ROOT = FILES_DIR / "dist" if (FILES_DIR / "dist/pocket/build.json").exists() else None
WHITENOISE_INDEX_FILE = True
STATICFILES_DIRS = [FILES_DIR / "static", *game_folders("static")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "scorekeeper.web.static_files.HashedFiles"
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "short": {
            "()": "scorekeeper.web.logs.TracebackOnce",
            "format": "{asctime} {levelname} {message}",
            "style": "{",
        },
        "line": {"()": "scorekeeper.web.logs.OneLine", "format": "{asctime} {levelname} {message}", "style": "{"},
    },
    "filters": {"codes": {"()": "scorekeeper.web.logs.WithoutCodes"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "short", "filters": ["codes"]},
        "line": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["codes"]},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # An error of the program is logged with a traceback. A request refused for security, e.g. one with a foreign host
    # name, is logged in one line. Other refused requests are not logged.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "psycopg.pool": {"level": "ERROR"},  # no warning for each failed attempt to connect
        "scorekeeper": {"level": "INFO"},
        "django.security": {"handlers": ["line"], "propagate": False},
        "django.server": {"level": "INFO", "handlers": ["console"], "propagate": False},
    },
}

if _environment.problems:
    sys.exit("\n".join(_environment.problems))
