// Proof of work near a limit, instead of a captcha: no third party, no puzzle for people. The phone searches a number for a
// second or two; a browser without a script waits instead, which a few people of an address may do in an hour. A challenge
// is valid for one form from one address, for ten minutes.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FlowLanguage } from '@crewline/contract/flow-languages'
import { fail } from '../failure.ts'
import type { Use } from '../http/limits.ts'
import { makeLimit } from '../http/limits.ts'
import type { Kernel } from '../kernel.ts'
import { html, Html, type HtmlValue } from './html.ts'
import { WORK_SCRIPT } from './work-script.ts'
import { WORK_WORDS } from './work-words.ts'

/** Leading zero bits of an answer: 65,000 hashes on average, one or two seconds of a cheap phone. */
const BITS = 16
/** How long a browser without a script waits, in ms. */
export const WORK_WAIT_MS = 20_000
const CHALLENGE_S = 600
const NONCE_BYTES = 12
/** Challenges per address and hour: a break room shares one address, and a form may need more than one. */
const CHALLENGES_PER_ADDRESS_HOUR = 300
/** Forms per address and hour for which a browser only waited: waiting costs a program nothing. */
const WAITS_PER_ADDRESS_HOUR = 10

/** What a challenge is valid for. */
export interface WorkedForm {
  /** The page, such as its path. */
  place: string
  /** The IP address that sends the form. */
  address: string
  /** The phone number of the form, as entered. */
  phone: string
}

/** What a caller offers for a form that comes when a limit is near. */
export type Effort =
  /** The page can ask for work. */
  | 'none'
  | 'worked'
  /** A program calls; it is refused where a page would be asked for work. */
  | 'cannot'

/** Thrown when a form is taken only after work. */
export class WorkNeeded extends Error {}

/** Above this share of a limit that strangers share, a form needs work. */
const FREE_SHARE = 0.5

/** A limit per hour that strangers share. */
export interface SharedLimit {
  name: string
  key: string
  points: number
}

/**
 * Takes one form out of limits that strangers share. Near one of them the form must come with work, and nothing is taken
 * without: throws `WorkNeeded` when the page can ask for it. Fails with `slow_down` when a limit is reached.
 */
export async function takeShared(kernel: Kernel, effort: Effort, shared: readonly SharedLimit[]): Promise<void> {
  const taken: (() => Promise<void>)[] = []
  for (const { name, key, points } of shared) {
    const limit = makeLimit(kernel, name, points, 3600)
    const use = await limit.count(key)
    if (use.isRefused) fail('slow_down', { retryAfterS: use.resetS })
    taken.push(() => limit.refund(key))
    if (effort === 'worked' || !isNear(use, points)) continue
    // The same form comes again with its work.
    for (const refund of taken) await refund()
    if (effort === 'none') throw new WorkNeeded()
    fail('slow_down', { retryAfterS: use.resetS })
  }
}

function isNear({ remaining }: Use, points: number): boolean {
  return points - remaining > points * FREE_SHARE
}

/** Makes a challenge for a form. Fails with `slow_down` when its address asked for too many. */
export async function newChallenge(kernel: Kernel, form: WorkedForm): Promise<string> {
  await makeLimit(kernel, 'page-challenge', CHALLENGES_PER_ADDRESS_HOUR, 3600).take(form.address)
  const at = kernel.world.now().getTime().toString(36)
  const open = `${at}.${BITS}.${Buffer.from(kernel.world.bytes(NONCE_BYTES)).toString('base64url')}`
  return `${open}.${signatureOf(kernel, form, open)}`
}

/**
 * Returns whether the work of a form is done, and uses its challenge up; or how many seconds a browser without a script
 * still waits. An answer that is wrong, too old, used before or for another form is no work. Fails with `slow_down` when
 * too many forms of the address came without an answer.
 */
export async function workOf(
  kernel: Kernel,
  form: WorkedForm,
  { challenge, answer }: { challenge: string; answer: string },
): Promise<{ isDone: boolean; waitS?: number }> {
  const [at = '', bits = '', nonce = '', signature = ''] = challenge.slice(0, 200).split('.')
  const open = `${at}.${bits}.${nonce}`
  const expected = Buffer.from(signatureOf(kernel, form, open))
  const sent = Buffer.from(signature)
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return { isDone: false }
  const ageMs = kernel.world.now().getTime() - Number.parseInt(at, 36)
  if (ageMs > CHALLENGE_S * 1000) return { isDone: false }
  const isAnswered = /^\d{1,10}$/.test(answer) && zeroBits(`${open}.${signature}.${answer}`) >= Number(bits)
  if (!isAnswered && answer !== '') return { isDone: false }
  if (!isAnswered && ageMs < WORK_WAIT_MS) return { isDone: false, waitS: Math.ceil((WORK_WAIT_MS - ageMs) / 1000) }
  const { isRefused } = await makeLimit(kernel, 'page-work', 1, CHALLENGE_S).count(nonce)
  if (isRefused) return { isDone: false }
  if (!isAnswered) await makeLimit(kernel, 'page-waits', WAITS_PER_ADDRESS_HOUR, 3600).take(form.address)
  return { isDone: true }
}

/** The body of the page that asks for work, and the script of that page. */
export interface WorkBody {
  title: string
  body: HtmlValue
  script: string
}

/** Renders the form again, hidden, with a challenge. `waitS` is set when a browser without a script came too early. */
export function workBody(
  language: FlowLanguage,
  {
    action,
    challenge,
    fields,
    waitS,
  }: { action: string; challenge: string; fields: Iterable<readonly [string, string]>; waitS?: number | undefined },
): WorkBody {
  const words = WORK_WORDS[language]
  const seconds = (text: string, count: number) => text.replace('{seconds}', String(count))
  const kept = [...fields].filter(([name]) => name !== 'work' && name !== 'answer')
  return {
    title: words.title,
    script: WORK_SCRIPT,
    body: html`<h1>${words.title}</h1>
      <p role="status">${words.text}</p>
      ${waitS !== undefined && html`<p class="bad" role="alert">${seconds(words.early, waitS)}</p>`}
      ${new Html('<noscript>')}
      <p>${seconds(words.wait, waitS ?? WORK_WAIT_MS / 1000)}</p>
      ${new Html('</noscript>')}
      <form method="post" action="${action}" id="work">
        ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <input type="hidden" name="work" value="${challenge}" />
        <input type="hidden" name="answer" value="" />
        <button>${words.continue}</button>
      </form>`,
  }
}

function zeroBits(text: string): number {
  const first = createHash('sha256').update(text).digest().readUInt32BE(0)
  return Math.clz32(first)
}

function signatureOf(kernel: Kernel, { place, address, phone }: WorkedForm, open: string): string {
  const text = JSON.stringify([address, phone, open])
  return kernel.encryption.fingerprint(`page_work|${place}`, text).subarray(0, 16).toString('base64url')
}
