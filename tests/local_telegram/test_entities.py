import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local_telegram.entities import parse, parse_html, utf16
from bot.local_telegram.refusals import ApiError


def test_tags_become_entities_counted_in_utf16():
    text, entities = parse_html("🪱<b>Anna &lt;3</b> <i>&amp; <u>Ben</u></i>")
    assert text == "🪱Anna <3 & Ben"
    assert entities == [
        {"type": "bold", "offset": 2, "length": 7},
        {"type": "italic", "offset": 10, "length": 5},
        {"type": "underline", "offset": 12, "length": 3},
    ]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("<b>x</b>", "bold"),
        ("<strong>x</strong>", "bold"),
        ("<em>x</em>", "italic"),
        ("<ins>x</ins>", "underline"),
        ("<del>x</del>", "strikethrough"),
        ("<tg-spoiler>x</tg-spoiler>", "spoiler"),
        ('<span class="tg-spoiler">x</span>', "spoiler"),
        ("<code>x</code>", "code"),
        ("<pre>x</pre>", "pre"),
        ("<blockquote>x</blockquote>", "blockquote"),
        ("<blockquote expandable>x</blockquote>", "expandable_blockquote"),
        ('<a href="https://example.org/">x</a>', "text_link"),
        ("<B>x</B>", "bold"),
        ("<b>x</>", "bold"),
    ],
)
def test_every_tag_telegram_knows_is_known(source: str, kind: str):
    assert [entity["type"] for entity in parse_html(source)[1]] == [kind]


def test_numeric_references_are_characters_and_unknown_names_stay():
    assert parse_html("&#9829;&#x2665; &nbsp; A&B &quot;")[0] == '♥♥ &nbsp; A&B "'


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("<div>x</div>", 'Unsupported start tag "div" at byte offset 0'),
        ("ä <3", "Unclosed start tag at byte offset 3"),
        ("ä <3>", 'Unsupported start tag "3" at byte offset 3'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_bad_html_is_refused_in_telegrams_words(source: str, complaint: str):
    with pytest.raises(ApiError) as refusal:
        parse_html(source)
    assert refusal.value.description == f"Bad Request: can't parse entities: {complaint}"


def test_white_space_at_the_ends_goes_and_entities_move_along():
    assert parse("\n <b> Hi </b> \n", "HTML", []) == ("Hi", [{"type": "bold", "offset": 0, "length": 2}])


def test_bidi_overrides_are_taken_out_and_isolates_stay():
    assert parse("a\u202eb\u2068c\u2069", None, [])[0] == "ab\u2068c\u2069"


def test_commands_mentions_and_addresses_are_found_without_being_told():
    text, entities = parse("/join@WormsBot and @anna_b see https://example.org", None, [])
    found = [(entity["type"], text[entity["offset"] :][: entity["length"]]) for entity in entities]
    assert found == [("bot_command", "/join@WormsBot"), ("mention", "@anna_b"), ("url", "https://example.org")]


def test_no_command_hides_in_a_tag_a_path_or_code():
    assert parse("</b> a/b 1/2", None, [])[1] == []
    assert [entity["type"] for entity in parse("<code>/join</code>", "HTML", [])[1]] == ["code"]


def test_a_link_to_a_person_is_a_mention():
    mention = {"type": "text_mention", "offset": 0, "length": 4, "user": {"id": 7790427779}}
    assert parse('<a href="tg://user?id=7790427779">Anna</a>', "HTML", [])[1] == [mention]


def test_length_is_counted_in_utf16_units():
    assert utf16("a🪱") == 3


FRAGMENTS = st.lists(
    st.sampled_from(
        ["<b>", "</b>", "<a href='x.y'>", "</a>", "<pre>", "</>", "<", "&lt;", "&#x", "=", " ", "🪱", "/go"]
    )
)


@given(st.one_of(st.text(), FRAGMENTS.map("".join)))
def test_any_text_is_parsed_or_refused_and_entities_lie_inside_it(source: str):
    try:
        text, entities = parse(source, "HTML", [])
    except ApiError:
        return
    assert all(0 <= entity["offset"] < entity["offset"] + entity["length"] <= utf16(text) for entity in entities)


@given(st.text())
def test_escaped_text_comes_out_as_it_went_in(source: str):
    assert parse(source, None, [])[0] == parse(html.escape(source, quote=False), "HTML", [])[0]
