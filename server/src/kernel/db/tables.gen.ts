// Generated from the migrated database by server/test/row-types.test.ts; do not edit.

/** The columns of every table, as queries return them. */
export interface Tables {
  api_key: {
    org_id: string
    id: string
    name: string
    user_id: string
    member_id: string
    permissions: string[]
    start: string
    key_hash: Buffer
    previous_hash: Buffer | null
    previous_until: Date | null
    created_by: string
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
    issued_to: string | null
    previous_issued_to: string | null
  }
  audience_change: {
    org_id: string
    group_id: string
    xid: string
    at: Date
    contact_ids: string[] | null
  }
  audit_entry: {
    org_id: string
    id: string
    at: Date
    actor_id: string | null
    session_id: string | null
    action: string
    target: string | null
    detail: unknown
    request_id: string | null
    salt: Buffer | null
    commitment: Buffer | null
    mark: Buffer | null
  }
  audit_seal: {
    org_id: string
    seq: number
    entry_id: string
    hash: Buffer
    sealed_at: Date
  }
  away_sent: {
    org_id: string
    contact_id: string
    at: Date | null
    keywords_since: Date | null
    keywords: number
  }
  backup_code: {
    user_id: string
    code_fingerprint: Buffer
    used_at: Date | null
  }
  billing_account: {
    org_id: string
    trial_ends_at: Date | null
    customer_id: string | null
    subscription_id: string | null
    subscription_status: string | null
    plan: 'starter' | 'team' | 'growth' | null
    extra_seats: number
    currency: string
    subscribed_at: Date | null
    cancel_at: Date | null
    card_brand: string | null
    card_last4: string | null
    card_exp_month: number | null
    card_exp_year: number | null
    past_due_since: Date | null
    blocked_at: Date | null
    spending_cap_cents: number | null
    capped_month: Date | null
    read_begun: number
    read_written: number
    synced_at: Date | null
    created_at: Date
    method_missing: boolean
    suspended_at: Date | null
    release_at: Date | null
    release_warnings: number
    released_at: Date | null
    credit_cents: number
    credit_bought_cents: number
  }
  billing_event: {
    id: string
    type: string
    customer_id: string | null
    created_at: Date
    received_at: Date
    settled_at: Date | null
    attempts: number
    retry_at: Date | null
  }
  billing_invoice: {
    org_id: string
    id: string
    external_id: string
    kind: 'invoice' | 'credit_note'
    number: string
    status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
    cents: number
    tax_cents: number
    owed_cents: number
    currency: string
    lines: unknown
    taxes: unknown
    corrects: string | null
    billed_to: string
    issued_at: Date
    due_at: Date | null
    paid_at: Date | null
    tries: number
    first_failed_at: Date | null
    next_try_at: Date | null
    page_url: string | null
    credit_cents: number
  }
  billing_notice: {
    org_id: string
    key: string
    at: Date
  }
  billing_report: {
    org_id: string
    month: Date
    kind: 'segments' | 'mms'
    from_count: number
    to_count: number
    billed_at: Date
    state: 'pending' | 'sent' | 'waived'
  }
  brand_day: {
    org_id: string
    day: Date
    sender_id: string
    segments: number
  }
  broadcast: {
    org_id: string
    id: string
    name: string
    kind: 'announcement' | 'poll' | 'acknowledgement'
    state: 'draft' | 'pending_approval' | 'scheduled' | 'recurring' | 'sending' | 'paused' | 'sent' | 'completed' | 'stopped' | 'cancelled' | 'failed'
    content: unknown
    searched: string
    group_ids: string[]
    names_only_groups: boolean
    follow_up_of: string | null
    next_at: Date | null
    next_local: string | null
    dates_paused: boolean
    approval: unknown
    launched_by: string | null
    created_by: string | null
    version: number
    archived_at: Date | null
    deleted_at: Date | null
    sent_at: Date | null
    created_at: Date
    updated_at: Date
  }
  broadcast_count: {
    org_id: string
    group_id: string
    snapshot: string
    counts: unknown
    counted_at: Date
    parts: unknown
  }
  broadcast_recipient: {
    org_id: string
    run_id: string
    contact_id: string
    phone: string | null
    language: string
    timezone: string | null
    location: string
    state: string
    block_reason: string | null
    message_id: string | null
    line_id: string | null
    segments: number | null
    error_code: string | null
    sent_at: Date | null
    delivered_at: Date | null
    replied_at: Date | null
    clicked_at: Date | null
    answered_at: Date | null
    opted_out_at: Date | null
    reminders: number
    try_stopped: boolean
  }
  broadcast_run: {
    org_id: string
    id: string
    broadcast_id: string
    occurrence: string
    state: 'waiting' | 'preparing' | 'sending' | 'paused' | 'sent' | 'stopped' | 'failed' | 'missed'
    paused_by: 'member' | 'carrier_filtered' | 'opt_outs' | 'failures' | 'spending_cap' | null
    is_trusted: boolean
    content: unknown
    user_id: string | null
    planned_at: Date
    starts_at: Date
    started_at: Date | null
    finished_at: Date | null
    is_frozen: boolean
    after_id: string | null
    is_expanded: boolean
    flow_id: string | null
    reminders_sent: number
    remind_at: Date | null
    remind_after: string | null
    reminder_batch_id: string | null
    is_reminding: boolean
    reminders_stopped: boolean
    escalate_at: Date | null
    escalated_at: Date | null
    unconfirmed: number | null
    paused_at: Date | null
  }
  broadcast_tally: {
    org_id: string
    run_id: string
    key: string
    n: number
  }
  bulk_run: {
    org_id: string
    id: string
    user_id: string
    request: unknown
    after_id: string | null
    changed: number
    created_at: Date
  }
  carrier_event: {
    org_id: string
    line_id: string
    event_key: string
    kind: string
    payload: unknown
    at: Date
  }
  carrier_registration: {
    org_id: string
    id: string
    kind: 'brand' | 'campaign' | 'toll_free'
    carrier: string
    account: string
    line_id: string | null
    state: 'submitting' | 'in_review' | 'approved' | 'rejected'
    carrier_ids: unknown
    problems: unknown
    segments_per_day: number | null
    form_version: number
    busy_until: Date | null
    submitted_at: Date
    checked_at: Date | null
  }
  carrier_registration_form: {
    org_id: string
    version: number
    company: unknown
    ein: string | null
    ein_last4: string
    use: unknown
    updated_at: Date
  }
  celebration: {
    org_id: string
    id: string
    content: unknown
    version: number
    on_since: Date | null
    look_at: Date | null
    looked_at: Date | null
    created_by: string | null
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  celebration_digest: {
    org_id: string
    user_id: string
    look_at: Date | null
    last_day: Date | null
  }
  celebration_former_file: {
    org_id: string
    file_id: string
    celebration_id: string
    removed_at: Date
  }
  celebration_send: {
    org_id: string
    celebration_id: string
    contact_id: string
    year: number
    state: 'sent' | 'blocked' | 'missed' | 'skipped'
    reason: string | null
    message_id: string | null
    at: Date
  }
  celebration_unnamed: {
    org_id: string
    contact_id: string
    since: Date
  }
  chat_channel: {
    org_id: string
    id: string
    kind: 'slack' | 'teams'
    name: string
    url: string
    language: string
    events: string[]
    wait_minutes: number
    group_ids: string[] | null
    shows_text: boolean
    state: 'on' | 'off' | 'failed'
    since: Date
    leased_until: Date | null
    posted_at: Date | null
    failing_since: Date | null
    failures: number
    problem: string | null
    problem_http: number | null
    problem_at: Date | null
    resume_at: Date | null
    created_at: Date
  }
  chat_post: {
    org_id: string
    id: string
    channel_id: string
    event: string
    contact_id: string | null
    subject: string
    content: unknown
    state: 'waiting' | 'posted' | 'failed' | 'merged'
    attempts: number
    next_at: Date
    created_at: Date
  }
  consent: {
    org_id: string
    phone: string
    opted_out: boolean
    notice_at: Date | null
    last_hash: Buffer | null
    changed_at: Date
    undo_until: Date | null
    undo_by: string | null
    undo_message_id: string | null
  }
  consent_event: {
    org_id: string
    id: string
    phone: string
    action: 'opt_out' | 'opt_in' | 'attest' | 'help' | 'possible_opt_out' | 'not_opt_out' | 'wrong_number' | 'opt_out_undone'
    method: 'keyword' | 'natural_language' | 'web' | 'qr' | 'kiosk' | 'paper' | 'verbal' | 'email' | 'voicemail' | 'import_attestation' | 'hris_attestation' | 'member' | 'carrier' | 'transfer'
    wording: string
    message_id: string | null
    user_id: string | null
    at: Date
    prev_hash: Buffer | null
    hash: Buffer | null
  }
  contact: {
    org_id: string
    id: string
    firstname: string
    lastname: string
    preferred_name: string
    sort_name: string
    phone: string | null
    phone_kind: 'mobile' | 'landline' | 'voip' | 'unknown'
    phone_state: 'ok' | 'landline' | 'not_in_use'
    shares_phone: boolean
    suspect_since: Date | null
    unreachable_at: Date[] | null
    email: string
    language: string
    employee_id: string
    job_title: string
    department: string
    location: string
    timezone: string | null
    hire_date: Date | null
    birthday: string | null
    work: 'active' | 'on_leave' | 'terminated' | 'blocked'
    custom: unknown
    locked: unknown
    source: string
    import_id: string | null
    merged_into: string | null
    erased_at: Date | null
    archived_at: Date | null
    created_at: Date
    updated_at: Date
    left_at: Date | null
  }
  contact_arrival: {
    org_id: string
    id: string
    contact_id: string
    from_org_id: string
    from_name: string
    how: 'added' | 'returned' | 'joined'
    by_name: string
    at: Date
    undone_at: Date | null
    consent: unknown
  }
  contact_arrival_text: {
    org_id: string
    arrival_id: string
    nth: number
    at: Date
    direction: 'in' | 'out'
    sender: string
    state: string
    body: string
    translation: string
    files: string[]
  }
  contact_count: {
    org_id: string
    contacts: number
    reachable: number
    lows: string[]
    part_contacts: number[]
    part_reachable: number[]
    snapshot: string
    counted_at: Date
  }
  contact_erasure: {
    org_id: string
    contact_id: string
    by_user: string | null
    reason: string
    contact_ids: string[]
    phones: string[]
    at: Date
    done_at: Date | null
  }
  contact_group: {
    org_id: string
    id: string
    name: string
    description: string
    color: string
    type: 'static' | 'dynamic' | 'hris' | 'system'
    filter: unknown
    contact_count: number
    reachable_count: number
    state: 'ready' | 'evaluating' | 'error'
    last_evaluated_at: Date | null
    last_added: number
    last_removed: number
    changed_at: Date | null
    requested_by: string | null
    managed_by: string | null
    manager_name: string | null
    system_key: string | null
    created_at: Date
    archived_at: Date | null
  }
  contact_merge: {
    org_id: string
    id: string
    keep_id: string
    other_id: string
    by_user: string
    at: Date
    undo: unknown
    undone_at: Date | null
  }
  contact_pair_dismissed: {
    org_id: string
    low_id: string
    high_id: string
    by_user: string
    at: Date
  }
  contact_run: {
    org_id: string
    id: string
    user_id: string
    request: unknown
    state: 'running' | 'done' | 'stopped'
    after_id: string | null
    total: number
    seen: number
    changed: number
    skipped: unknown
    has_undo: boolean
    undone_by: string | null
    created_at: Date
  }
  contact_run_undo: {
    org_id: string
    run_id: string
    contact_id: string
    change: unknown
  }
  contact_shift: {
    org_id: string
    contact_id: string
    shift_id: string | null
  }
  contact_transfer: {
    org_id: string
    id: string
    contact_id: string
    to_org_id: string
    to_name: string
    state: 'offered' | 'done' | 'declined' | 'withdrawn' | 'undone'
    with_messages: boolean
    by_user: string
    at: Date
    done_at: Date | null
    ended_at: Date | null
    became_id: string | null
    heir_ids: string[]
  }
  contact_view: {
    org_id: string
    id: string
    user_id: string
    name: string
    shared: boolean
    audience: unknown
    group_ids: string[]
    sort: string
    direction: 'asc' | 'desc'
    columns: string[]
    created_at: Date
  }
  conversation: {
    org_id: string
    contact_id: string
    line_id: string | null
    archived: boolean
    assignee_id: string | null
    snoozed_until: Date | null
    snoozed_by: string | null
    waiting_since: Date | null
    next_due_at: Date | null
    unheard_voicemails: number
    failed: boolean
    reopened_by: string | null
    arrivals: number
    arrived_at: Date | null
    last_message_id: string | null
    last_position: string | null
    last_kind: string
    last_direction: string | null
    last_preview: string
    batch_id: string | null
    batch_at: Date | null
    reply_batch_id: string | null
    last_at: Date
  }
  conversation_mute: {
    org_id: string
    user_id: string
    contact_id: string
  }
  conversation_tag: {
    org_id: string
    contact_id: string
    tag_id: string
    last_at: Date
  }
  custom_field: {
    org_id: string
    id: string
    name: string
    key: string
    type: 'text' | 'longtext' | 'number' | 'date' | 'boolean' | 'select' | 'multiselect' | 'phone' | 'email' | 'url'
    options: unknown
    required: boolean
    is_unique: boolean
    sensitive: boolean
    fallback: string
    source: 'user' | 'hris' | 'parent'
    managed_by: string | null
    show_in_list: boolean
    portal: 'hidden' | 'read' | 'edit'
    position: number
    created_at: Date
    deleted_at: Date | null
  }
  custom_role: {
    org_id: string
    id: string
    name: string
    permissions: string[]
    created_at: Date
    updated_at: Date
  }
  database_mark: {
    id: boolean
    epoch: string
    earlier_epochs: string[]
    counter: number
    moved_at: Date
    is_restored: boolean
    restored_setting: string | null
  }
  draft: {
    org_id: string
    user_id: string
    contact_id: string
    body: string
    written_at: Date
  }
  encryption_key: {
    id: string
    key_check: string
    added_at: Date
    used_at: Date
  }
  event_cursor: {
    follower: string
    xid: string
    seq: number
    moved_at: Date
  }
  event_log: {
    seq: number
    xid: string
    org_id: string
    name: string
    payload: unknown
    at: Date
  }
  figure_change: {
    org_id: string
    day: Date
    timezone: string
    changes_answers: boolean
    xid: string
  }
  figure_contact: {
    org_id: string
    place: number
    contact_id: string
  }
  figure_day: {
    org_id: string
    day: Date
    timezone: string
    sent: number
    sent_texts: number
    delivered: number
    not_delivered: number
    received: number
    received_by_hour: number[]
    by_member: unknown
    active: string
    replied: string
    contact_sent: string[]
    contact_delivered: string[]
    contact_not_delivered: string[]
    contact_received: string[]
    answer_places: number[]
    answer_senders: string[]
    answer_seconds: number[]
    is_stale: boolean
    has_stale_answers: boolean
  }
  figure_failure: {
    org_id: string
    id: string
    at: Date
  }
  figure_month: {
    org_id: string
    month: Date
    timezone: string
    sent: number[]
    sent_texts: number[]
    delivered: number[]
    not_delivered: number[]
    received: number[]
    received_by_hour: number[]
    by_member: unknown
    active: string
    replied: string
    contact_sent: string[]
    contact_delivered: string[]
    contact_not_delivered: string[]
    contact_received: string[]
  }
  figure_range: {
    org_id: string
    timezone: string
    first: Date
    last: Date
    first_before: Date
    figures: unknown
    active: string | null
    replied: string | null
    made_at: Date
  }
  figure_today: {
    org_id: string
    day: Date
    timezone: string
    through: Date | null
    snapshot: string | null
    sent: number
    sent_texts: number
    delivered: number
    not_delivered: number
    received: number
    active: string
    replied: string
    next_through: Date
    next_xid: string
  }
  figure_today_change: {
    org_id: string
    seq: number
    xid: string
    id: string
    at: Date
    is_other: boolean
    sent: number
    sent_texts: number
    delivered: number
    not_delivered: number
    received: number
  }
  file: {
    org_id: string
    id: string
    kind: 'image' | 'video' | 'audio' | 'document'
    name: string
    mime: string
    bytes: number
    width: number | null
    height: number | null
    state: 'pending' | 'ready' | 'refused'
    refused_reason: string | null
    source: unknown
    link_key: Buffer
    content_key: string | null
    thumb_key: string | null
    message_id: string | null
    claimed_at: Date | null
    uploaded_by: string | null
    tries: number
    try_at: Date | null
    created_at: Date
  }
  file_link: {
    org_id: string
    code_fingerprint: Buffer
    file_id: string
    expires_at: Date
  }
  file_space: {
    org_id: string
    bytes: number
  }
  flow: {
    org_id: string
    id: string
    owner_kind: string
    owner_id: string
    steps: unknown
    texts: unknown
    is_anonymous: boolean
    allow_change: boolean
    closes_at: Date | null
    closed_at: Date | null
    listen_until: Date
    created_at: Date
    owner_version: number | null
  }
  flow_answer: {
    org_id: string
    flow_id: string
    id: string
    step_id: string
    contact_id: string | null
    option_key: string | null
    number: number | null
    text: string | null
    changes: number
    is_shown: boolean
    at: Date
  }
  flow_session: {
    org_id: string
    id: string
    flow_id: string
    contact_id: string
    phone: string
    language: string
    line_id: string
    step_id: string | null
    state: 'open' | 'done' | 'closed' | 'handed_over'
    misses: number
    needs_prompt: boolean
    paused_until: Date | null
    expires_at: Date
    started_at: Date
    prompted_at: Date
    answered_at: Date | null
    trail: string
    nudged_at: Date | null
  }
  form: {
    org_id: string
    id: string
    code: string
    name: string
    status: 'draft' | 'open' | 'closed'
    content: unknown
    version: number
    published_version: number | null
    is_anonymous: boolean | null
    archived_at: Date | null
    created_by: string | null
    created_at: Date
    updated_at: Date
    kiosk_code: string | null
    kiosk_idle_seconds: number
  }
  form_number: {
    org_id: string
    form_id: string
    number_hash: Buffer
  }
  form_participant: {
    org_id: string
    form_id: string
    contact_id: string
  }
  form_poll_reader: {
    org_id: string
    form_id: string
    reader_hash: Buffer
    response_id: string | null
    until: Date | null
  }
  form_response: {
    org_id: string
    form_id: string
    id: string
    version: number
    contact_id: string | null
    answers: unknown
    language: string
    via: 'link' | 'public' | 'qr' | 'text' | 'kiosk' | 'anonymous'
    is_shown: boolean
    at: Date
    file_ids: string[]
  }
  form_version: {
    org_id: string
    form_id: string
    version: number
    content: unknown
    published_at: Date
  }
  greeting: {
    org_id: string
    words: string
    file: unknown
    closed_words: string
    closed_file: unknown
    holiday_words: string
    holiday_file: unknown
    missed_call_text: string
    updated_at: Date
  }
  group_event: {
    org_id: string
    contact_id: string
    group_id: string
    at: Date
    change: 'joined' | 'left'
    cause: 'hand' | 'rules' | 'import' | 'copy' | 'merge' | 'sync' | 'page'
    by_user: string | null
  }
  group_member: {
    org_id: string
    group_id: string
    contact_id: string
    last_at: Date | null
    cause: 'hand' | 'rules' | 'import' | 'copy' | 'merge' | 'sync' | 'page'
    counted: number
    joined_at: Date | null
    joined_by: string | null
    joined_cause: 'hand' | 'rules' | 'import' | 'copy' | 'merge' | 'sync' | 'page' | null
  }
  group_pin: {
    org_id: string
    group_id: string
    contact_id: string
    kind: 'in' | 'out'
    at: Date
  }
  group_shift: {
    org_id: string
    group_id: string
    shift_id: string
  }
  handover: {
    org_id: string
    id: string
    user_id: string
    kind: string
    object_id: string | null
    name: string | null
    count: number
    outcome: 'left' | 'handed_over' | 'unassigned' | 'kept' | 'canceled' | 'deleted' | 'revoked'
    to_user_id: string | null
    by_user_id: string | null
    at: Date
  }
  holiday: {
    org_id: string
    id: string
    name: string
    from_day: Date
    to_day: Date
    yearly: boolean
    created_at: Date
    updated_at: Date
    managed_by: string | null
  }
  hr_connection: {
    org_id: string
    state: 'off' | 'connected' | 'reauth'
    attempt_by: string | null
    attempt_until: Date | null
    attempt_state: Buffer | null
    provider_id: string
    company: string
    connection_id: string | null
    token: string | null
    settings: unknown
    agreed_by: string | null
    agreed_at: Date | null
    connected_at: Date | null
    next_sync_at: Date | null
    created_at: Date
    source: 'finch' | 'file' | 'scim'
    file_columns: unknown
    pushed_since: Date | null
    pushed_at: Date | null
    columns_at: Date | null
    source_fields: string[]
    company_id: string | null
    former_company: string | null
    former_company_id: string | null
    missed_file_at: Date | null
  }
  hr_file: {
    org_id: string
    id: string
    name: string
    via: 'page' | 'https' | 'sftp'
    user_id: string | null
    key_id: string | null
    state: 'reading' | 'ready' | 'refused'
    rows: number
    headers: unknown
    problem: unknown
    created_at: Date
  }
  hr_file_row: {
    org_id: string
    file_id: string
    place: number
    row: number
    cells: unknown
  }
  hr_group: {
    org_id: string
    kind: 'department' | 'location'
    value: string
    group_id: string
  }
  hr_key: {
    org_id: string
    id: string
    kind: 'https' | 'sftp' | 'scim'
    name: string
    start: string
    hash: Buffer
    created_by: string | null
    created_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  hr_person: {
    org_id: string
    external_id: string
    contact_id: string | null
    state: 'linked' | 'left' | 'problem' | 'ignored' | 'erased'
    seen: unknown
    fix: 'same' | 'share' | 'without_phone' | 'someone_else' | 'ignore' | null
    fix_contact_id: string | null
  }
  hr_row: {
    org_id: string
    sync_id: string
    row: number
    external_id: string
    name: string
    phone: string | null
    employee: unknown
    is_unreadable: boolean
    kind: 'create' | 'update' | 'leave' | 'rehire' | 'problem' | 'skip' | 'unchanged' | 'seen' | null
    contact_id: string | null
    draft: unknown
    before: unknown
    after: unknown
    locked: unknown
    seen: unknown
    person_before: unknown
    problem: unknown
    is_applied: boolean
    read_problem: unknown
    welcome: string | null
  }
  hr_scim_person: {
    org_id: string
    id: string
    place: number
    person_key: string
    user_name: string
    external_id: string | null
    is_active: boolean
    resource: unknown
    created_at: Date
    updated_at: Date
  }
  hr_sync: {
    org_id: string
    id: string
    state: 'reading' | 'comparing' | 'review' | 'applying' | 'done' | 'failed' | 'discarded' | 'undoing' | 'undone'
    is_scheduled: boolean
    user_id: string | null
    place: number
    progress: number
    read_count: number
    total: number | null
    linked: number
    counts: unknown
    brake: unknown
    problem: unknown
    created_at: Date
    applied_at: Date | null
    finished_at: Date | null
    file_id: string | null
    compared_at: Date | null
    approved: unknown
  }
  hr_welcome: {
    org_id: string
    source: 'finch' | 'file' | 'scim'
    person_hash: string
    message_id: string | null
    at: Date
  }
  idempotent_call: {
    org_id: string
    user_id: string
    key: string
    claim_id: string
    claimed_until: Date
    state: 'running' | 'done'
    has_effect: boolean
    http: number | null
    hash: Buffer | null
    sealed: string | null
    created_at: Date
  }
  import: {
    org_id: string
    id: string
    user_id: string
    file_name: string
    bytes: number
    state: 'uploading' | 'reading' | 'matching' | 'checking' | 'checked' | 'running' | 'done' | 'undoing' | 'undone' | 'failed'
    reading: unknown
    total: number
    place: number
    progress: number
    columns: unknown
    options: unknown
    counts: unknown
    result: unknown
    problem: string | null
    notes: string[]
    created_at: Date
    finished_at: Date | null
  }
  import_memory: {
    org_id: string
    header: string
    target: string | null
    used_at: Date
  }
  import_part: {
    org_id: string
    import_id: string
    nth: number
    content: Buffer
  }
  import_row: {
    org_id: string
    import_id: string
    row: number
    cells: unknown
    choices: unknown
    kind: 'new' | 'update' | 'unchanged' | 'duplicate' | 'invalid' | 'skipped' | null
    phone: string | null
    employee_id: string | null
    contact_id: string | null
    name: string | null
    draft: unknown
    groups: unknown
    problems: unknown
    opted_out: boolean
    landline: boolean
    no_phone: boolean
  }
  import_undo: {
    org_id: string
    import_id: string
    row: number
    contact_id: string
    added: boolean
    before: unknown
    after: unknown
    group_ids: string[]
  }
  invitation: {
    org_id: string
    id: string
    email: string
    role: 'owner' | 'admin' | 'manager' | 'agent' | 'author' | 'viewer' | 'custom'
    role_id: string | null
    group_ids: string[]
    token_hash: Buffer
    invited_by: string
    sent_at: Date
    expires_at: Date
    accepted_at: Date | null
    created_at: Date
  }
  keyword: {
    org_id: string
    id: string
    word: string
    plain: string
    match: 'only' | 'first' | 'contains'
    reply: string
    active: boolean
    uses: number
    created_at: Date
    updated_at: Date
  }
  legal_hold: {
    org_id: string
    id: string
    name: string
    reason: string
    covers: 'contacts' | 'groups' | 'everyone'
    group_ids: string[]
    from_day: Date | null
    to_day: Date | null
    since: Date | null
    until: Date | null
    placed_by: string
    placed_at: Date
    released_by: string | null
    released_at: Date | null
    release_reason: string | null
  }
  legal_hold_contact: {
    org_id: string
    hold_id: string
    contact_id: string
  }
  line: {
    org_id: string
    id: string
    phone: string
    label: string
    type: 'local' | 'toll_free' | 'short_code'
    state: 'active' | 'paused' | 'released'
    is_default: boolean
    carrier: string
    credentials: string
    texts_per_second: number
    paused_reason: string | null
    created_at: Date
    bought_at: Date | null
    given_back_at: Date | null
  }
  line_greeting: {
    org_id: string
    line_id: string
    words: string
    file: unknown
    closed_words: string
    closed_file: unknown
    holiday_words: string
    holiday_file: unknown
    updated_at: Date
  }
  line_lease: {
    org_id: string
    line_id: string
    owner: string | null
    epoch: number
    until: Date
    settle_at: Date | null
  }
  link: {
    org_id: string
    id: string
    owner_kind: string
    owner_id: string
    url: string
    label: string
    position: number
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    past_codes: number
    past_clicked: number
    past_clicks: number
    past_bot_hits: number
    pruned_at: Date | null
  }
  link_code: {
    code: string
    org_id: string
    link_id: string
    contact_id: string | null
    message_id: string | null
    made_at: Date
    sent_at: Date | null
    first_click_at: Date | null
    clicks: number
    bot_hits: number
  }
  log_in: {
    org_id: string
    id: string
    user_id: string
    at: Date
    method: 'password' | 'code' | 'link' | 'sso' | 'invitation'
    refused: 'password' | 'code' | 'not_proved_again' | 'email_missing' | 'email_unverified' | 'domain_not_allowed' | 'not_member' | 'removed' | 'disabled' | 'other_subject' | null
    device: string
    network: string
  }
  login_failure: {
    name_hash: Buffer
    failures: number
    next_at: Date
    updated_at: Date
  }
  logo: {
    org_id: string
    id: string
    width: number
    height: number
    unused_since: Date | null
    created_at: Date
  }
  mail: {
    id: string
    channel: 'email' | 'text'
    sealed: string
    due_at: Date
    expires_at: Date
    attempts: number
    created_at: Date
  }
  mail_request: {
    id: string
    sealed: string
    created_at: Date
  }
  master_key_check: {
    id: boolean
    sealed: string
  }
  member: {
    org_id: string
    id: string
    user_id: string
    role: 'owner' | 'admin' | 'manager' | 'agent' | 'author' | 'viewer' | 'custom'
    role_id: string | null
    permissions: string[] | null
    status: 'invited' | 'active' | 'deactivated' | 'api_key'
    scope: 'all' | 'groups'
    created_at: Date
    rejoined_at: Date | null
    via_parent_id: string | null
  }
  member_group: {
    org_id: string
    member_id: string
    group_id: string
  }
  member_update: {
    org_id: string
    id: string
    user_id: string
    type: 'success' | 'error' | 'info'
    title: string
    message: string
    link: string | null
    at: Date
    seen: boolean
  }
  message: {
    org_id: string
    id: string
    contact_id: string
    direction: string
    kind: string
    body: string
    encoding: string
    segments: number
    line_id: string | null
    phone_from: string
    phone_to: string
    sender_id: string | null
    state: string
    attempts: number
    retries: number
    submit_started_at: Date | null
    carrier_id: string | null
    earlier_carrier_ids: string[] | null
    error_code: string | null
    client_message_id: string | null
    resend_of: string | null
    expires_at: Date | null
    at: Date
    settled_at: Date | null
    due_at: Date | null
    due_zone: string | null
    hold_reason: string | null
    cancel_if_reply: boolean
    went_at: Date | null
    sort_id: string | null
    quiet_override: boolean
    consent_answer: boolean
    batch_id: string | null
    held_by: string | null
    possible_opt_out: boolean
    answers_flow: boolean
    media: unknown
    media_as_link: boolean
    voicemail: unknown
    translation: unknown
    reactions: unknown
    mentions: string[] | null
    event: unknown
    wanted_at: Date | null
    revision: number
  }
  message_batch: {
    org_id: string
    id: string
    state: 'open' | 'paused' | 'stopped'
  }
  message_key: {
    org_id: string
    client_message_id: string
    message_id: string
    hash: Buffer
    at: Date
  }
  message_search: {
    org_id: string
    id: string
    contact_id: string
    sender_id: string | null
    direction: string
    has_media: boolean
    words: string
  }
  migration: {
    name: string
    checksum: string
    ran_at: Date
  }
  missed_call: {
    org_id: string
    line_id: string
    call_id: string
    contact_id: string
    texted_at: Date | null
    at: Date
  }
  news_file: {
    org_id: string
    file_id: string
    created_at: Date
  }
  news_issue: {
    org_id: string
    id: string
    code: string
    title: string
    content: unknown
    version: number
    group_ids: string[]
    published: unknown
    published_version: number | null
    published_at: Date | null
    link_codes: unknown
    expires_at: Date | null
    archived_at: Date | null
    deleted_at: Date | null
    created_at: Date
    changed_by: string | null
    changed_at: Date
    plan_at: Date | null
    plan_expires_at: Date | null
    plan_by: string | null
    plan_failed_at: Date | null
  }
  news_picture: {
    org_id: string
    file_id: string
    width: number
    height: number
    bytes: number
    created_at: Date
  }
  news_reader: {
    org_id: string
    issue_id: string
    visitor: Buffer
    language: string
    reaction: 'like' | 'love' | 'useful' | null
    views: number
    first_at: Date
    is_forgotten: boolean
    is_deep: boolean
  }
  news_version: {
    org_id: string
    id: string
    issue_id: string
    content: unknown
    reason: 'edited' | 'published' | 'restored'
    saved_by: string | null
    saved_at: Date
  }
  notification_pref: {
    org_id: string
    user_id: string
    prefs: unknown
    changed_at: Date
    digest_checked_at: Date | null
    digest_until: Date | null
  }
  one_time_secret: {
    id: string
    token_hash: Buffer
    purpose: 'reset' | 'login' | 'email_old' | 'email_new' | 'mfa' | 'phone'
    user_id: string | null
    detail: unknown
    tries: number
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  opt_in_join: {
    org_id: string
    id: string
    page_id: string
    phone: string
    contact_id: string | null
    state: 'code' | 'reply' | 'joined' | 'expired'
    entered: unknown
    language: string
    wording: string
    method: 'web' | 'qr' | 'kiosk' | 'keyword'
    is_proved: boolean
    flow_id: string | null
    token_hash: Buffer | null
    code_fingerprint: Buffer | null
    tries: number
    created_at: Date
    expires_at: Date
    joined_at: Date | null
    reminded_at: Date | null
  }
  opt_in_page: {
    org_id: string
    id: string
    url: string
    name: string
    keyword: string | null
    status: 'active' | 'paused'
    content: unknown
    version: number
    views: number
    flow_id: string | null
    created_by: string | null
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
    links: unknown
  }
  org_grant: {
    org_id: string
    id: string
    parent_id: string
    user_id: string
    permissions: string[]
    offered: string[] | null
    accepted_at: Date | null
    created_at: Date
    ended_at: Date | null
  }
  organization: {
    id: string
    org_id: string
    name: string
    slug: string
    parent_id: string | null
    timezone: string
    country: string
    status: 'active' | 'past_due' | 'closed'
    need_billing: boolean
    industry: string | null
    headcount: string | null
    needs_info: boolean
    address: unknown
    sender_name: string
    language: string
    languages: string[]
    features: unknown
    settings: unknown
    version: number
    included_texts: number | null
    included_mms: number | null
    created_at: Date
    logo_light: string | null
    logo_dark: string | null
    own_hours: unknown
    hours_managed_by: string | null
    apps_not_in_plan: string[]
  }
  outgoing_chunk: {
    org_id: string
    id: string
    line_id: string
    lane: number
    message_ids: string[]
    batch_id: string | null
    due_at: Date
    created_at: Date
  }
  phone_code: {
    id: string
    asker: string
    phone: string
    source: string
    code_fingerprint: Buffer
    tries: number
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  phrase: {
    org_id: string
    id: string
    is_safety: boolean
    created_at: Date
    removed_at: Date | null
  }
  phrase_text: {
    org_id: string
    phrase_id: string
    language: string
    text: string
    revision: number
    written_by: string | null
    reviewed_by: string | null
    reviewer_name: string | null
    reviewed_at: Date | null
  }
  phrasebook: {
    org_id: string
    version: string
  }
  product_clock: {
    id: boolean
    seen_at: Date
    step_ms: number
    noticed_at: Date | null
    confirmed_at: Date | null
  }
  push_device: {
    org_id: string
    id: string
    user_id: string
    address_fingerprint: Buffer
    sealed: string
    label: string
    sign_in_id: string | null
    created_at: Date
  }
  push_message: {
    org_id: string
    id: string
    device_id: string
    contact_id: string | null
    sealed: string
    attempts: number
    due_at: Date
    expires_at: Date
  }
  quarantined_event: {
    org_id: string
    id: string
    line_id: string
    fingerprint: Buffer
    kind: 'text' | 'news'
    reason: 'refused' | 'trouble' | 'unknown'
    tries: number
    sealed: string
    came_at: Date
    quarantined_at: Date
  }
  rate_limit: {
    key: string
    points: number
    expire: number | null
  }
  record_export: {
    org_id: string
    id: string
    title: string
    state: 'running' | 'ready' | 'failed' | 'expired'
    contact_ids: string[]
    place: number
    options: unknown
    created_by: string
    created_at: Date
    finished_at: Date | null
    expires_at: Date
    manifest: string | null
    signature: string | null
  }
  record_file: {
    org_id: string
    export_id: string
    nth: number
    path: string
    bytes: number
    sha256: string
    storage_key: string
    starts_at: number
  }
  registration: {
    id: string
    token_hash: Buffer
    previous_token_hash: Buffer | null
    verify_hash: Buffer | null
    email: string
    firstname: string
    lastname: string
    password_hash: string
    locale: string
    phone: string | null
    organization: unknown
    created_at: Date
    expires_at: Date
    verify_expires_at: Date | null
    verified_at: Date | null
  }
  restore_review: {
    org_id: string
    began_at: Date
    known_until: Date
    ask_at: Date
    asked_at: Date | null
    tried_at: Date | null
    lines: unknown
  }
  retention_run: {
    org_id: string
    id: string
    state: 'running' | 'done' | 'failed'
    before: unknown
    counts: unknown
    held: unknown
    digest: string
    started_at: Date
    finished_at: Date | null
  }
  retention_setting: {
    org_id: string
    class: string
    months: number | null
    previous_months: number | null
    applies_at: Date
    changed_by: string
    changed_at: Date
  }
  saved_reply: {
    org_id: string
    id: string
    user_id: string
    name: string
    shortcut: string
    body: string
    shared: boolean
    uses: number
    created_at: Date
    updated_at: Date
  }
  saved_view: {
    org_id: string
    id: string
    user_id: string
    name: string
    shared: boolean
    status: string
    search: string
    group_ids: string[]
    tag_ids: string[]
    created_at: Date
    replies_to: string
  }
  scim_group: {
    org_id: string
    id: string
    name: string
    external_id: string | null
    created_at: Date
    updated_at: Date
  }
  scim_group_member: {
    org_id: string
    group_id: string
    member_id: string
  }
  scim_token: {
    org_id: string
    id: string
    name: string
    user_id: string
    member_id: string
    start: string
    token_hash: Buffer
    created_by: string
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  scim_user: {
    org_id: string
    member_id: string
    user_name: string
    external_id: string | null
    created_at: Date
    updated_at: Date
  }
  session: {
    id: string
    token_hash: Buffer
    user_id: string
    organization_id: string
    kind: 'full' | 'unverified'
    address: string
    user_agent: string
    sign_in_id: string | null
    proved_at: Date | null
    replaced_at: Date | null
    before_id: string | null
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    revoked_at: Date | null
    revoked_reason: string | null
    sso_connection_id: string | null
  }
  share: {
    org_id: string
    id: string
    kind: 'group' | 'field' | 'hours' | 'holidays'
    object_id: string
    organization_ids: string[]
    created_at: Date
  }
  share_copy: {
    org_id: string
    share_id: string
    parent_id: string
    kind: 'group' | 'field' | 'hours' | 'holidays'
    object_id: string | null
    problem: string | null
    is_own: boolean
  }
  shift: {
    org_id: string
    id: string
    name: string
    hours: unknown
    created_at: Date
  }
  shift_note: {
    org_id: string
    id: string
    user_id: string
    text: string
    waiting: number
    waiting_since: Date | null
    created_at: Date
  }
  shift_note_read: {
    org_id: string
    note_id: string
    user_id: string
    at: Date
  }
  sso_attempt: {
    org_id: string
    id: string
    connection_id: string
    purpose: 'login' | 'test'
    tested_by: string | null
    state_hash: Buffer
    binder_hash: Buffer
    request: string
    must_prove: boolean
    created_at: Date
    expires_at: Date
    answered_at: Date | null
    ticket_hash: Buffer | null
    finished_at: Date | null
    user_id: string | null
    proved_at: Date | null
    email: string
    groups: string[]
    problem: string | null
  }
  sso_connection: {
    org_id: string
    id: string
    protocol: 'oidc' | 'saml' | null
    issuer: string
    client_id: string
    client_secret: string | null
    entry_point: string
    certificates: string[]
    groups_claim: string
    state: 'off' | 'on' | 'required'
    break_glass: string[]
    creates_members: boolean
    default_role: string
    group_roles: unknown
    trusts_parent: boolean
    tested_at: Date | null
    created_at: Date
    updated_at: Date
  }
  sso_domain: {
    org_id: string
    domain: string
    token: string
    verified_at: Date | null
    checked_at: Date | null
    created_at: Date
  }
  sso_identity: {
    org_id: string
    connection_id: string
    subject: string
    user_id: string
    created_at: Date
  }
  subject_request: {
    org_id: string
    id: string
    contact_id: string
    name: string
    kind: 'access' | 'erasure'
    asked_by: string
    asked_on: Date
    due_on: Date
    state: 'open' | 'fulfilled' | 'erased' | 'refused'
    reason: string
    export_id: string | null
    logged_by: string
    logged_at: Date
    closed_by: string | null
    closed_at: Date | null
  }
  tag: {
    org_id: string
    id: string
    name: string
    color: string
    created_at: Date
  }
  translation_due: {
    org_id: string
    message_id: string
    attempts: number
    due_at: Date
  }
  translation_memory: {
    org_id: string
    hash: Buffer
    lang_from: string
    lang_to: string
    provider: string
    text: string
    source: Buffer | null
    created_at: Date
  }
  trusted_device: {
    id: string
    user_id: string
    token_hash: Buffer
    user_agent: string
    created_at: Date
    expires_at: Date
  }
  unknown_outcome: {
    org_id: string
    message_id: string
    line_id: string
    deadline_at: Date
    absent_once_at: Date | null
    ask_at: Date
    batch_id: string | null
  }
  unread: {
    org_id: string
    user_id: string
    contact_id: string
    count: number
    arrivals: number
    since_id: string | null
    reason: 'unread' | 'snoozed_due' | 'mention'
    last_at: Date
  }
  unread_order: {
    org_id: string
    user_id: string
    sorted_at: Date
  }
  usage_month: {
    org_id: string
    month: Date
    texts: number
    mms: number
  }
  user_account: {
    id: string
    email: string
    firstname: string
    lastname: string
    password_hash: string | null
    phone: string | null
    phone_verified_at: Date | null
    locale: string
    timezone: string | null
    color_scheme: 'light' | 'dark' | 'auto'
    pinned_apps: string[]
    mute_notifications: boolean
    mfa_method: 'none' | 'sms' | 'totp'
    mfa_secret: string | null
    mfa_secret_offered: string | null
    mfa_last_step: number
    code_failures: number
    pending_email: string | null
    notices_off_at: Date | null
    deactivated_at: Date | null
    created_at: Date
  }
  viewing: {
    org_id: string
    id: string
    token_hash: Buffer
    viewer_id: string
    session_id: string
    user_id: string
    member_id: string
    started_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  voicemail: {
    org_id: string
    id: string
    contact_id: string
    line_id: string
    call_id: string
    message_id: string
    file_id: string
    file: unknown
    duration_sec: number
    peaks: number[]
    transcript: string | null
    language: string | null
    state: 'new' | 'heard' | 'archived'
    heard_by: unknown
    listen_at: Date | null
    listens: number
    deleted_at: Date | null
    at: Date
  }
  webhook_attempt: {
    org_id: string
    id: string
    delivery_id: string
    at: Date
    ms: number
    http: number | null
    failure: string | null
    response: string
  }
  webhook_delivery: {
    org_id: string
    id: string
    endpoint_id: string
    type: string
    contact_id: string | null
    subject: string | null
    body: string
    state: 'waiting' | 'delivered' | 'failed'
    is_requested: boolean
    attempts: number
    next_at: Date
    last_http: number | null
    last_failure: string | null
    created_at: Date
  }
  webhook_endpoint: {
    org_id: string
    id: string
    name: string
    url: string
    events: string[]
    group_ids: string[] | null
    state: 'on' | 'off' | 'failed'
    secret: string
    previous_secret: string | null
    previous_until: Date | null
    leased_until: Date | null
    failing_since: Date | null
    failures: number
    resume_at: Date | null
    created_by: string
    created_at: Date
  }
}
