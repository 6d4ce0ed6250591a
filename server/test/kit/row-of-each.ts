/**
 * One row for each table that the row security test does not fill otherwise: table, columns after org_id, values. $1 is
 * the organization, $2 an id shared by several rows.
 */
export const ROW_OF_EACH: [table: string, columns: string, values: string][] = [
  ['message_key', 'client_message_id, message_id, hash, at', "$2, $2, '\\x00', now()"],
  ['outgoing_chunk', 'id, line_id, lane, message_ids, due_at, created_at', "$2, $2, 1, '{}', 'infinity', now()"],
  ['unknown_outcome', 'message_id, line_id, deadline_at, ask_at', "$2, $2, 'infinity', 'infinity'"],
  ['audit_entry', 'id, at, action', "$2, now(), 'tested'"],
  ['usage_month', 'month', "'2026-01-01'::date + length($2::text)"],
  ['file', 'id, kind, name, mime, state, link_key, created_at', "$2, 'image', '', '', 'pending', '\\x00', now()"],
  ['file_link', 'code_fingerprint, file_id, expires_at', "uuid_send($2), $2, 'infinity'"],
  [
    'link',
    'id, owner_kind, owner_id, url, created_at, expires_at',
    "$2::uuid, 'test', $2::uuid, 'https://example.com', now(), now()",
  ],
  ['link_code', 'code, link_id, made_at', 'left(md5($1::uuid::text || $2::uuid::text), 8), $2::uuid, now()'],
  ['file_space', 'bytes', 'length($2::text)'],
  [
    'voicemail',
    'id, contact_id, line_id, call_id, message_id, file_id, duration_sec, at',
    '$2::uuid, (select id from contact where org_id = $1 limit 1), $2::uuid, $2::uuid::text, $2::uuid, $2::uuid, 1, now()',
  ],
  [
    'missed_call',
    'line_id, call_id, contact_id, at',
    '$2::uuid, $2::uuid::text, (select id from contact where org_id = $1 limit 1), now()',
  ],
  ['greeting', 'words, updated_at', '$2::text, now()'],
  ['line_greeting', 'line_id, words, updated_at', '$2::uuid, $2::text, now()'],
  [
    'quarantined_event',
    'id, line_id, fingerprint, kind, reason, sealed, came_at, quarantined_at',
    "$2::uuid, $2::uuid, uuid_send($2::uuid), 'text', 'trouble', '', now(), now()",
  ],
  ['tag', 'id, name, color, created_at', "$2::uuid, 'Urgent', 'red', now()"],
  [
    'conversation_tag',
    'contact_id, tag_id, last_at',
    '(select id from contact where org_id = $1 order by id limit 1), $2::uuid, now()',
  ],
  [
    'conversation_mute',
    'user_id, contact_id',
    '(select user_id from member where id = $2::uuid or org_id = $1 limit 1), (select id from contact where org_id = $1 limit 1)',
  ],
  ['unread_order', 'user_id, sorted_at', '$2, now()'],
  [
    'draft',
    'user_id, contact_id, body, written_at',
    "(select user_id from member where id = $2::uuid or org_id = $1 limit 1), (select id from contact where org_id = $1 limit 1), 'Hello', now()",
  ],
  [
    'saved_view',
    'id, user_id, name, shared, status, search, group_ids, tag_ids, created_at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), 'Mine', true, 'open', '', '{}', '{}', now()",
  ],
  [
    'shift_note',
    'id, user_id, text, waiting, created_at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), 'Call Jo', 3, now()",
  ],
  [
    'shift_note_read',
    'note_id, user_id, at',
    '(select id from shift_note where org_id = $1 limit 1), (select user_id from member where id = $2::uuid or org_id = $1 limit 1), now()',
  ],
  [
    'saved_reply',
    'id, user_id, name, shortcut, body, shared, created_at, updated_at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), 'Late', '', 'Thanks.', true, now(), now()",
  ],
  [
    'keyword',
    'id, word, plain, match, reply, created_at, updated_at',
    "$2::uuid, 'Map', 'map', 'only', 'Dock 4.', now(), now()",
  ],
  [
    'holiday',
    'id, name, from_day, to_day, yearly, created_at, updated_at',
    "$2::uuid, 'Christmas', '2026-12-25', '2026-12-25', true, now(), now()",
  ],
  ['custom_role', 'id, name, permissions, created_at, updated_at', "$2::uuid, 'Lead', '{team.read}', now(), now()"],
  ['custom_field', 'id, name, key, type, position, created_at', "$2::uuid, 'Shift', 'shift', 'text', 0, now()"],
  ['share', 'id, kind, object_id, created_at', "$2::uuid, 'field', $2::uuid, now()"],
  ['share_copy', 'share_id, parent_id, kind', "$2::uuid, $1::uuid, 'field'"],
  [
    'flow',
    'id, owner_kind, owner_id, steps, texts, is_anonymous, allow_change, listen_until, created_at',
    "$2::uuid, 'broadcast', $2::uuid, '[]', '{}', false, true, now(), now()",
  ],
  [
    'flow_session',
    'id, flow_id, contact_id, phone, language, line_id, expires_at, started_at, prompted_at',
    "$2::uuid, $2::uuid, (select id from contact where org_id = $1 limit 1), '', 'en', $2::uuid, now(), now(), now()",
  ],
  [
    'flow_answer',
    'flow_id, id, step_id, contact_id, at',
    "$2::uuid, $2::uuid, 'q', (select id from contact where org_id = $1 limit 1), now()",
  ],
  ['away_sent', 'contact_id', '(select id from contact where org_id = $1 and id <> $2::uuid limit 1)'],
  [
    'message_search',
    'id, contact_id, direction, has_media, words',
    "$2::uuid, (select id from contact where org_id = $1 limit 1), 'in', false, ''",
  ],
  [
    'notification_pref',
    'user_id, prefs, changed_at',
    "(select user_id from member where org_id = $1 and id <> $2::uuid limit 1), '{}', now()",
  ],
  [
    'push_device',
    'id, user_id, address_fingerprint, sealed, label, created_at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), 'x', '', 'Browser', now()",
  ],
  [
    'member_update',
    'id, user_id, type, title, message, at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), 'info', 'Hello', '', now()",
  ],
  ['push_message', 'id, device_id, sealed, due_at, expires_at', "$2::uuid, $2::uuid, '', 'infinity', 'infinity'"],
  ['translation_due', 'message_id, due_at', "$2::uuid, 'infinity'"],
  [
    'translation_memory',
    'hash, lang_from, lang_to, provider, text, created_at',
    "uuid_send($2::uuid), 'es', 'en', 'phrasebook', 'Hello', now()",
  ],
  [
    'bulk_run',
    'id, user_id, request, created_at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), '{}', now()",
  ],
  [
    'contact_run',
    'id, user_id, request, total, created_at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), '{}', 1, now()",
  ],
  [
    'contact_view',
    'id, user_id, name, shared, audience, sort, direction, created_at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), 'Mine', true, '{}', 'name', 'asc', now()",
  ],
  [
    'import',
    'id, user_id, file_name, bytes, state, created_at',
    "$2::uuid, (select user_id from member where org_id = $1 limit 1), 'people.csv', 0, 'checked', now()",
  ],
  ['import_part', 'import_id, nth, content', "$2::uuid, 0, '\\x00'"],
  ['import_row', 'import_id, row, cells', "$2::uuid, 2, '[]'"],
  ['import_undo', 'import_id, row, contact_id, added', '$2::uuid, 2, $2::uuid, true'],
  ['import_memory', 'header, used_at', '$2::text, now()'],
  [
    'group_pin',
    'group_id, contact_id, kind, at',
    "$2::uuid, (select id from contact where org_id = $1 limit 1), 'in', now()",
  ],
  [
    'group_event',
    'group_id, contact_id, at, change, cause',
    "$2::uuid, (select id from contact where org_id = $1 limit 1), now(), 'joined', 'hand'",
  ],
  ['contact_pair_dismissed', 'low_id, high_id, by_user, at', "uuid_floor('epoch'), $2::uuid, $2::uuid, now()"],
  [
    'contact_run_undo',
    'run_id, contact_id, change',
    "(select id from contact_run where org_id = $1 limit 1), (select id from contact where org_id = $1 limit 1), jsonb_build_object('n', $2::uuid)",
  ],
  [
    'contact_merge',
    'id, keep_id, other_id, by_user, at',
    '$2::uuid, (select id from contact where org_id = $1 limit 1), (select id from contact where org_id = $1 limit 1), $2::uuid, now()',
  ],
  [
    'contact_erasure',
    'contact_id, by_user, reason, contact_ids, phones, at',
    "$2::uuid, $2::uuid, 'Asked for it', '{}', '{}', now()",
  ],
  ['message_batch', 'id', '$2'],
  [
    'broadcast',
    'id, name, kind, content, searched, created_at, updated_at',
    "$2, 'x', 'announcement', '{}', 'x', now(), now()",
  ],
  [
    'broadcast_run',
    'id, broadcast_id, occurrence, state, content, planned_at, starts_at',
    "$2, $2, 'x', 'sent', '{}', now(), now()",
  ],
  [
    'broadcast_recipient',
    'run_id, contact_id, language, state',
    "$2, (select id from contact where org_id = $1 limit 1), 'en', 'delivered'",
  ],
  ['broadcast_tally', 'run_id, key, n', "$2, 'state:delivered', 1"],
]
