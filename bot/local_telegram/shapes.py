"""How the Bot API writes things down: the world's people, chats and messages as the JSON a bot receives."""

from bot.local_telegram.world import Bot, Chat, Json, Member, Message, Permissions, User, World

TEN_YEARS_FREE = 0  # "until_date" of somebody restricted or banned for ever
TOPIC_COLOUR = 7322096
REPLY_DEPTH = 1


def without_none(body: Json) -> Json:
    return {key: value for key, value in body.items() if value is not None}


def user(who: User) -> Json:
    return without_none(
        {
            "id": who.id,
            "is_bot": who.is_bot,
            "first_name": who.first_name,
            "last_name": who.last_name,
            "username": who.username,
            "language_code": who.language_code,
        }
    )


def me(bot: Bot) -> Json:
    return user(bot.user) | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def chat(world: World, of: Chat) -> Json:
    if of.type == "private":
        person = user(world.user(of.id))
        return {"id": of.id, "type": "private"} | {
            key: person[key] for key in ("first_name", "last_name", "username") if key in person
        }
    body = without_none({"id": of.id, "type": of.type, "title": of.title, "username": of.username})
    return body | {"is_forum": True} if of.is_forum else body


def full_chat(world: World, of: Chat) -> Json:
    return chat(world, of) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": {
            "unlimited_gifts": False,
            "limited_gifts": False,
            "unique_gifts": False,
            "premium_subscription": False,
            "gifts_from_channels": False,
        },
        "permissions": permissions(of.permissions),
    }


def permissions(of: Permissions) -> Json:
    media = ("audios", "documents", "photos", "videos", "video_notes", "voice_notes")
    return {
        "can_send_messages": of.text,
        **{f"can_send_{kind}": of.photos for kind in media},
        "can_send_polls": of.text,
        "can_send_other_messages": of.dice,
        "can_add_web_page_previews": of.text,
        "can_react_to_messages": True,
        "can_edit_tag": False,
        "can_change_info": False,
        "can_invite_users": True,
        "can_pin_messages": False,
        "can_manage_topics": False,
    }


def member(who: User, of: Member) -> Json:
    body: Json = {"user": user(who), "status": of.status}
    match of.status:
        case "creator":
            return body | {"is_anonymous": False}
        case "administrator":
            return body | _administrator(of)
        case "restricted":
            return body | permissions(of.permissions) | {"is_member": True, "until_date": TEN_YEARS_FREE}
        case "kicked":
            return body | {"until_date": TEN_YEARS_FREE}
        case _:
            return body


def _administrator(of: Member) -> Json:
    may = ("manage_chat", "delete_messages", "restrict_members", "invite_users", "pin_messages")
    may_not = ("be_edited", "manage_video_chats", "promote_members", "change_info", "post_stories", "edit_stories")
    return {
        "is_anonymous": False,
        **{f"can_{right}": True for right in may},
        **{f"can_{right}": False for right in (*may_not, "delete_stories", "send_welcome_messages")},
        "can_manage_topics": of.can_manage_topics,
    }


def member_updated(world: World, of: Chat, by: User, change: tuple[User, Member, Member], at: float) -> Json:
    who, old, new = change
    return {
        "chat": chat(world, of),
        "from": user(by),
        "date": int(at),
        "old_chat_member": member(who, old),
        "new_chat_member": member(who, new),
    }


def message(world: World, of: Chat, what: Message, depth: int = 0) -> Json:
    """A message; one it replies to is written inside it, but not what that one replies to."""
    body: Json = {
        "message_id": what.id,
        "date": int(what.at),
        "chat": chat(world, of),
        "from": user(world.user(what.sender)),
        "message_thread_id": what.topic or what.thread,
        "is_topic_message": True if what.topic else None,
        "is_automatic_forward": True if what.is_automatic_forward else None,
        "edit_date": int(what.edited_at) if what.edited_at else None,
        **_content(world, what),
    }
    if what.sender_chat is not None:
        body["sender_chat"] = chat(world, world.chats[what.sender_chat])
    if what.keyboard:
        body["reply_markup"] = {"inline_keyboard": what.keyboard}
    replied = of.message(what.reply_to or what.topic or 0)
    if replied is not None and replied.id != what.id and depth < REPLY_DEPTH:
        body["reply_to_message"] = message(world, of, replied, depth + 1)
    return without_none(body)


def _content(world: World, what: Message) -> Json:
    entities = [_entity(world, entity) for entity in what.entities if _is_known(world, entity)]
    if what.service is not None:
        return what.service
    if what.dice is not None:
        return {"dice": what.dice}
    captions = {"caption": what.text or None, "caption_entities": entities or None}
    if what.photo is not None:
        return {"photo": photo_sizes(world, what.photo), **captions}
    if what.document is not None:
        return {"document": document(world, what.document), **captions}
    return {"text": what.text, "entities": entities or None}


def _is_known(world: World, entity: Json) -> bool:
    """A mention of somebody who does not exist is no mention."""
    return entity["type"] != "text_mention" or entity["user"]["id"] in world.users


def _entity(world: World, entity: Json) -> Json:
    if entity["type"] != "text_mention":
        return entity
    return entity | {"user": user(world.user(entity["user"]["id"]))}


def photo_sizes(world: World, photo: str) -> list[Json]:
    taken = world.photos[photo]
    size = {"width": taken.width, "height": taken.height, "file_size": len(taken.content)}
    return [{"file_id": taken.id, "file_unique_id": f"u{taken.id}", **size}]


def document(world: World, sent: str) -> Json:
    file = world.documents[sent]
    size = len(file.content)
    return {"file_id": file.id, "file_unique_id": f"u{file.id}", "file_name": file.name, "file_size": size}


def inaccessible_message(world: World, of: Chat, message_id: int) -> Json:
    """All Telegram tells of a message that is too old to be shown."""
    return {"chat": chat(world, of), "message_id": message_id, "date": 0}
