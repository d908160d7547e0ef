"""Rounds of Beutelschneider through the pages."""

from scorekeeper.nights.models import Match


def test_the_alchemist_spoils_gold_only_with_special_cards(cast):
    phone = cast.phone("scorer")
    match = cast.start("beutelschneider", ("Anna", "Ben", "Carla"), special_cards=True)
    gold = {f"card-{code}": "0" for code, card in match.table.deck.items() if card.is_gold or card.is_cutpurse}
    sent = {"screen": "captured", "key": "key-of-this-entry", "seen": "0", "worthless": ["R10", "Y4"]}
    assert phone.post(f"{match.get_absolute_url()}round/", gold | sent).status_code == 302
    assert Match.objects.get(pk=match.pk).totals == [80 - 14 - 40, 0, 0]
    page = phone.get(f"{match.get_absolute_url()}round/").text
    assert 'name="worthless"' in page
    assert "Which gold did the Alchemist spoil?" in page
    other = cast.start("beutelschneider", ("Anna", "Ben", "Carla"))
    page = phone.get(f"{other.get_absolute_url()}round/").text
    assert 'name="worthless"' not in page
    assert "Muscleman" not in page
