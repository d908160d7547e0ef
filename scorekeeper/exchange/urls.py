from django.urls import path

from scorekeeper.exchange import describe_views, sheet_views, views

urlpatterns = [
    path("copy/", views.copy_of_link, name="copy_of_link"),
    path("g/<slug:key>/copy/", views.copy_of_group, name="copy_of_group"),
    path("g/<slug:key>/data/", views.data, name="data"),
    path("g/<slug:key>/data/games.json", views.score_file, name="score_file"),
    path("g/<slug:key>/data/rounds.csv", views.spreadsheet, name="spreadsheet"),
    path("g/<slug:key>/data/import/", views.import_file, name="import"),
    path("g/<slug:key>/data/import/go-on/", views.import_go_on, name="import_go_on"),
    path("g/<slug:key>/data/sheets/", sheet_views.bring, name="bring_sheet"),
    path("g/<slug:key>/data/sheets/<slug:sheet_key>.toml", sheet_views.take, name="take_sheet"),
    path("g/<slug:key>/data/sheets/<slug:sheet_key>/delete/", sheet_views.delete, name="delete_sheet"),
    path("g/<slug:key>/data/sheets/along/<slug:slug>.toml", sheet_views.take_along, name="take_along_sheet"),
    path("g/<slug:key>/describe/", describe_views.describe, name="describe"),
    path("g/<slug:key>/describe/try/", describe_views.try_round, name="try_round"),
    path("g/<slug:key>/describe/sheet/<slug:sheet_key>/", describe_views.edit, name="edit_described"),
    path("g/<slug:key>/people/<slug:player_key>/data.json", views.person, name="person_data"),
    path("g/<slug:key>/nights/<slug:night_key>/games.json", views.score_file, name="night_score_file"),
    path("g/<slug:key>/nights/<slug:night_key>/rounds.csv", views.spreadsheet, name="night_spreadsheet"),
    path("g/<slug:key>/m/<slug:match_key>/take/", views.export_page, name="export"),
    path("g/<slug:key>/m/<slug:match_key>/game.json", views.game_file, name="game_file"),
    path("g/<slug:key>/m/<slug:match_key>/print/", views.printed, name="print"),
    path("g/<slug:key>/sheet/<slug:slug>/", views.empty_sheet, name="empty_sheet"),
]
