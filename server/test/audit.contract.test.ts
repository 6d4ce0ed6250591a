import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readableDetail } from '../src/modules/audit/detail-rules.ts'
import { AREAS as AUDITED_AREAS } from '../src/modules/audit/words.ts'
import { changeOwnAccount, comeIn } from './kit/audited/account.ts'
import { broadcast, celebrate, makeForms, publishNews } from './kit/audited/apps.ts'
import { connectHrSystems, connectSystems } from './kit/audited/connections.ts'
import { prepareReplies, workInInbox } from './kit/audited/inbox.ts'
import {
  changeSettings,
  handleQuarantined,
  keepRecords,
  manageFamily,
  manageTeam,
  pay,
  trySample,
} from './kit/audited/organization.ts'
import { changeContacts, changeGroups, importContacts } from './kit/audited/people.ts'
import { recordCalls, type CallEntry, type Recorded, type Recorder } from './kit/audited/recorder.ts'
import { everyEndpoint } from './kit/contract.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

// Every endpoint that changes something leaves an entry in the audit log that names its request, who called and what
// was changed. Each is called once as an owner; the lists below say for the others why not.

const changing = (await everyEndpoint()).filter(([, { method }]) => method !== 'GET')

const AREAS: [name: string, calls: (recorder: Recorder) => Promise<void>][] = [
  ...Object.entries({ changeContacts, changeGroups, importContacts, workInInbox, prepareReplies }),
  ...Object.entries({ manageTeam, connectSystems, connectHrSystems, changeSettings, keepRecords, manageFamily }),
  ...Object.entries({ trySample, pay, handleQuarantined, broadcast, publishNews, makeForms, celebrate }),
  ...Object.entries({ changeOwnAccount, comeIn }),
]

const READS = 'It only reads: its input is too long or too private for an address.'
const TRANSLATES = 'It returns a translation, and keeps nothing; saving the text has its own entry.'
const ASKS = 'It only sends a link or a code. Using it has an entry.'
const BEGINS = 'It returns the address of a page at another company. What happens there has an entry when it is known.'

/** Endpoints that rightly leave no entry, each with the reason. */
const WITHOUT_ENTRY: Record<string, string> = {
  ...{ countContacts: READS, countConversations: READS, countRecipients: READS, listChosen: READS },
  ...{ matchNumbers: READS, previewBroadcast: READS, previewFilter: READS, previewForm: READS, previewNews: READS },
  ...{ previewInvitations: READS, previewOptInPage: READS, searchNumbers: READS, readInvitation: READS },
  ...{ discoverSso: READS, previewTranslation: TRANSLATES, translateBroadcast: TRANSLATES },
  ...{ translateForm: TRANSLATES, translateNews: TRANSLATES, startSso: BEGINS, testSso: BEGINS, payInvoice: BEGINS },
  ...{ forgotPassword: ASKS, sendLoginLink: ASKS, resendVerification: ASKS, sendVerificationCode: ASKS },
  verifyPhoneCode: 'It returns a proof that the number is theirs. Saving the number with it has an entry.',
  setUpMfa: 'It returns a secret that counts only after its first code, which has an entry.',
  register: 'There is no organization before the email is confirmed, which has an entry.',
  setInfo: 'There is no organization before the email is confirmed, which has an entry.',
  submitOptIn: 'Nothing changes before the person proved to hold the number, by a code or a reply, which has an entry.',
  readShiftNote: 'A member marks a note as read for themselves.',
  tellErrors: 'A page reports its own errors to the log of the server.',
}

/** Endpoints that need more than a few calls before they succeed: the test that looks at their entry, and the action. */
const COVERED_BY: Record<string, [file: string, title: string, action: string]> = {
  askCarriers: [
    'delivery/restored',
    'sends nothing, asks the carrier what it has, fetches each STOP, and sends what is released',
    'restore.asked',
  ],
  decideRestored: [
    'delivery/restored',
    'sends nothing, asks the carrier what it has, fetches each STOP, and sends what is released',
    'restore.decided',
  ],
  finishSso: [
    'sso/oidc',
    'creates a member with the default role, and a session of this organization',
    'session.opened_by_sso',
  ],
  handOverHoldings: [
    'team/holdings',
    'hands over later what no one took over, and leaves what the successor may not do',
    'member.handed-over',
  ],
  setSsoState: ['sso/settings', 'needs an owner who can log in without it', 'sso.state_changed'],
  stopBroadcastReminders: [
    'broadcasts/reminders',
    'stops reminders that are queued, planned, and neither',
    'broadcast.reminders-stopped',
  ],
  verifySsoDomain: ['sso/settings', 'counts only with its DNS record', 'sso.domain_verified'],
}

/** Changes of settings whose entry says what was changed: the field as members read it, before and after. */
const SAYS_WHAT_CHANGED: Record<string, [field: string, before: string | null, after: string | null]> = {
  editApiKey: ['permissions', '["contacts.read"]', '["contacts.read","groups.read"]'],
  editBilling: ['', null, '10000'],
  editHoliday: ['name', 'Closed', 'Inventory'],
  editOrganization: ['senderName', '', 'Acme HR'],
  editRole: ['name', 'Reader', 'Inbox reader'],
  editPhrase: ['en', 'Use Gate 4.', 'Use Gate 5.'],
  editShift: ['name', 'Early', 'Early shift'],
  editSsoRules: ['defaultRole', 'agent', 'viewer'],
  changeMember: ['role', 'agent', 'manager'],
}

const changes = AUDITED_AREAS.flatMap(({ actions }) => Object.keys(actions)).filter((action) =>
  /[._-]changed/.test(action),
)

const PERSONAL = 'Its values are personal. The log keeps the names of the fields, because it outlives them.'
const MANY = 'It is about many at once. What changed for each is in the history of each, or undone with the run.'
const DOCUMENT =
  'A draft is saved at each pause of typing. The entry names the parts, and versions keep what they said.'
const SCIM = 'Identity providers send it, not members. Tests of scim look at its values.'

/** Changes whose entry has no values before and after, each with the reason. */
const WITHOUT_VALUES: Record<string, string> = {
  ...{ 'account.changed': PERSONAL, 'contact.changed': PERSONAL },
  ...{ 'contacts.changed-in-bulk': MANY, 'conversations.changed-in-bulk': MANY, 'groups.people-changed': MANY },
  ...{ 'broadcast.changed': DOCUMENT, 'form.changed': DOCUMENT, 'news.changed': DOCUMENT },
  ...{ 'scim.group_changed': SCIM, 'scim.user_changed': SCIM },
}

/** Actions whose object is the organization itself, many of its records, or a contact of another organization. */
const OF_THE_ORGANIZATION = new Set([
  ...[
    'phrase.imported',
    'consent.opt_outs_imported',
    'contacts.exported',
    'contacts.added-by-number',
    'groups.people-changed',
  ],
  ...['conversations.read', 'conversations.changed-in-bulk', 'greeting.changed', 'sso.domain_added'],
  ...['sso.domain_removed', 'hr.connected', 'hr.disconnected', 'hr.settings-changed', 'retention.changed'],
  ...['retention.undone', 'contact.transfer-declined'],
])

let t: TestApp
const recorded: Recorded = new Map()
beforeAll(async () => {
  t = await testApp({ settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
})
afterAll(() => t.close())

// These come first: the tests of the endpoints look at what they recorded.
test.each(AREAS)('%s: every call succeeds', async (_name, calls) => {
  await calls(await recordCalls(t, t.acme, recorded))
})

test('lists only endpoints that change something', () => {
  const names = new Set(changing.map(([name]) => name))
  expect([...Object.keys(WITHOUT_ENTRY), ...Object.keys(COVERED_BY)].filter((name) => !names.has(name))).toEqual([])
})

const entriesOf = (name: string) => (recorded.get(name) ?? []).flatMap((call) => call.entries)

test.each(changing.filter(([name]) => !(name in WITHOUT_ENTRY) && !(name in COVERED_BY)))(
  '%s leaves an entry with the request, who called, and the object',
  (name, endpoint) => {
    expect(recorded.has(name)).toBe(true)
    const callers = new Set((recorded.get(name) ?? []).map(({ userId }) => userId))
    const isComplete = ({ action, target, actorId }: CallEntry) =>
      (target !== null || OF_THE_ORGANIZATION.has(action)) && (endpoint.session === 'none' || callers.has(actorId))
    expect(entriesOf(name).filter(isComplete)).not.toEqual([])
  },
)

test.each(Object.entries(SAYS_WHAT_CHANGED))('%s says which field changed, from what to what', (name, expected) => {
  const [field, before, after] = expected
  const changes = entriesOf(name).flatMap(({ detail }) => readableDetail(detail).changes)
  expect(changes).toContainEqual({ field, before, after })
})

const entriesWith = (wanted: string) =>
  [...recorded.keys()].flatMap(entriesOf).filter(({ action }) => action === wanted)

const inNamedTests = new Set(Object.values(COVERED_BY).map(([, , action]) => action))
const withValues = changes.filter((action) => !(action in WITHOUT_VALUES) && !inNamedTests.has(action))

test.each(withValues)('%s says from what to what', (action) => {
  expect(entriesWith(action).flatMap(({ detail }) => readableDetail(detail).changes)).not.toEqual([])
})

test('what a reply says that is not shared is in no entry, and what a shared one says is', () => {
  const entries = entriesWith('saved-reply.changed')
  expect(JSON.stringify(entries)).not.toContain('We open at seven')
  const body = { field: 'body', before: 'We open at six', after: 'We open at five' }
  expect(entries.flatMap(({ detail }) => readableDetail(detail).changes)).toContainEqual(body)
})

test.each(Object.keys(WITHOUT_VALUES))('%s leaves the values out, for a reason', (action) => {
  expect(changes).toContain(action)
  expect(entriesWith(action).flatMap(({ detail }) => readableDetail(detail).changes)).toEqual([])
})

test.each(Object.keys(WITHOUT_ENTRY))('%s leaves no entry, for a reason', (name) => {
  expect(entriesOf(name)).toEqual([])
})

test.each(Object.entries(COVERED_BY))('%s has an entry in the test that is named for it', (_name, named) => {
  const [file, title, action] = named
  const text = readFileSync(fileURLToPath(new URL(`../src/modules/${file}.api.test.ts`, import.meta.url)), 'utf8')
  const body = text.split(`test('${title}'`)[1]?.split(/^ *test[(.]/m)[0]
  expect(body).toContain(`'${action}'`)
})
