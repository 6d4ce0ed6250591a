import type { Db } from '../../kernel/db/pool.ts'
import { plainWords } from '../../modules/consent/index.ts'
import type { Sender } from './history.ts'
import { DAY, idAt } from './moments.ts'
import { insertRows, instant, type Row } from './rows.ts'

/** Acme's saved replies; the last one is personal to the owner. */
const REPLIES = [
  { name: 'Got it', shortcut: 'ok', body: 'Thanks {first_name|there}, got it.', uses: 41, shared: true },
  {
    name: 'Running late',
    shortcut: 'late',
    body: 'Thanks for letting us know, {first_name|there}. Drive safely and tell your lead when you get here.',
    uses: 27,
    shared: true,
  },
  {
    name: 'Out sick',
    shortcut: 'sick',
    body: 'Get well soon, {first_name|there}. If it is more than 3 days, bring a note from your doctor.',
    uses: 18,
    shared: true,
  },
  {
    name: 'Pay question',
    shortcut: 'pay',
    body: 'I am asking Payroll about it. You hear from us by the end of tomorrow.',
    uses: 12,
    shared: true,
  },
  {
    name: 'Open shift',
    shortcut: 'shift',
    body: 'Hi {first_name|there}, we are short on people. Can you come in for a few hours? It is time and a half.',
    uses: 9,
    shared: true,
  },
  {
    name: 'First day',
    shortcut: 'first',
    body: 'Welcome {first_name|there}! Come to the front desk at 6:45 AM with your ID. Wear closed shoes, we have the rest.',
    uses: 4,
    shared: true,
  },
  { name: 'Doughnuts', shortcut: 'yum', body: 'Great work! Doughnuts are on me tomorrow.', uses: 2, shared: false },
] as const

/** Keywords with an automatic reply. */
const KEYWORDS = [
  {
    word: 'MAP',
    reply:
      'Acme Foods, 4800 West 31st Street, Cicero. Workers park at Gate 3, the time clock is behind the front desk.',
    uses: 23,
  },
  { word: 'PAY', reply: 'Pay day is every other Friday. Your pay stub is in the pay app under Documents.', uses: 35 },
] as const

/** Writes saved replies and keywords of an organization; `owner` is their author. */
export async function writeRepliesAndKeywords(db: Db, orgId: string, owner: Sender, nowMs: number): Promise<void> {
  const madeAt = nowMs - 90 * DAY
  const made = { created_at: instant(madeAt), updated_at: instant(madeAt) }
  const times = { created_at: 'timestamptz', updated_at: 'timestamptz' }
  await insertRows(
    db,
    'saved_reply',
    {
      org_id: 'uuid',
      id: 'uuid',
      user_id: 'uuid',
      name: 'text',
      shortcut: 'text',
      body: 'text',
      shared: 'boolean',
      uses: 'int',
      ...times,
    },
    REPLIES.map((reply): Row => ({ org_id: orgId, id: idAt(madeAt), user_id: owner.userId, ...reply, ...made })),
  )
  await insertRows(
    db,
    'keyword',
    { org_id: 'uuid', id: 'uuid', word: 'text', plain: 'text', match: 'text', reply: 'text', uses: 'int', ...times },
    KEYWORDS.map((keyword): Row => ({
      org_id: orgId,
      id: idAt(madeAt),
      ...keyword,
      plain: plainWords(keyword.word),
      match: 'only',
      ...made,
    })),
  )
}
