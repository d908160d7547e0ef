from django.urls import path

from scorekeeper.exchange.views import data, describing, sheets

urlpatterns = [
    path("copy/", data.copy_of_link, name="copy_of_link"),
    path("g/<slug:key>/copy/", data.copy_of_group, name="copy_of_group"),
    path("g/<slug:key>/data/", data.data, name="data"),
    path("g/<slug:key>/data/games.json", data.score_file, name="score_file"),
    path("g/<slug:key>/data/rounds.csv", data.spreadsheet, name="spreadsheet"),
    path("g/<slug:key>/data/import/", data.import_file, name="import"),
    path("g/<slug:key>/data/sheets/", sheets.bring, name="bring_sheet"),
    path("g/<slug:key>/data/sheets/<slug:sheet_key>.toml", sheets.take, name="take_sheet"),
    path("g/<slug:key>/data/sheets/<slug:sheet_key>/delete/", sheets.delete, name="delete_sheet"),
    path("g/<slug:key>/describe/", describing.describe, name="describe"),
    path("g/<slug:key>/describe/sheet/<slug:sheet_key>/", describing.edit, name="edit_described"),
    path("g/<slug:key>/people/<slug:player_key>/data.json", data.person, name="person_data"),
    path("g/<slug:key>/nights/<slug:night_key>/games.json", data.score_file, name="night_score_file"),
    path("g/<slug:key>/nights/<slug:night_key>/rounds.csv", data.spreadsheet, name="night_spreadsheet"),
    path("g/<slug:key>/m/<slug:match_key>/take/", data.export_page, name="export"),
    path("g/<slug:key>/m/<slug:match_key>/game.json", data.game_file, name="game_file"),
    path("g/<slug:key>/m/<slug:match_key>/print/", data.printed, name="print"),
]
