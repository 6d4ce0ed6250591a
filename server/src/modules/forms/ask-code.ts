// A form that asks for a code by text: who may open it, step by step, without a script.
import { displayPhone, parsePhone } from '@crewline/contract/phone'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { newChallenge, takeShared, WorkNeeded, workOf } from '../../kernel/pages/work.ts'
import { firstLine } from '../lines/index.ts'
import { isTextedFrom, optInPageTexts, provePhone, textPhoneCode } from '../opt-in/index.ts'
import { codePage, type CodePage } from './code-page.ts'
import type { Opened } from './open-form.ts'
import { workPage, type Rendered } from './page.ts'
import { fillText, textsIn } from './page-texts.ts'
import type { Proof } from './proof.ts'
import { LOST } from './take-page.ts'
import { scopeOf } from './scope.ts'

/** Codes for one personal link and hour: a forwarded link must not flood the phone of its person. */
const PER_LINK_HOUR = 5
/** Codes of personal links per address and hour: a break room shares one address. */
const LINKS_PER_ADDRESS_HOUR = 240
/** Codes of entered numbers per address and hour, and per organization and hour. */
const NUMBERS_PER_ADDRESS_HOUR = 120
const NUMBERS_PER_ORGANIZATION_HOUR = 3000
/** Answers that travel along while a person enters their code: more are never sent by a page. */
const KEPT_MAX = 2000
/** The ids of the questions of a page that take files. */
const LOST_LENGTH_MAX = 900

/** Returns what a form shows before its person entered a code; an empty page has no body. */
export async function showCodePage(kernel: Kernel, opened: Opened, body = new URLSearchParams()): Promise<Rendered> {
  return codePage(opened.form, await emptyPage(kernel, opened, body))
}

/** Takes a step: texts a code, or takes it. Every refusal is shown in words; a right code returns the proof. */
export async function takeCodeStep(
  kernel: Kernel,
  opened: Opened,
  body: URLSearchParams,
): Promise<{ page: Rendered } | { proof: Proof }> {
  const go = body.get('go')
  if (go === 'send') return { page: await sendCode(kernel, opened, body) }
  if (go === 'code') return takeCode(kernel, opened, body)
  return { page: await showCodePage(kernel, opened, body) }
}

/** Whether answers came along with a code. */
export function hasKept(body: URLSearchParams): boolean {
  return body.has('n')
}

async function emptyPage(kernel: Kernel, { stored, gate }: Opened, body: URLSearchParams): Promise<CodePage> {
  const line = await firstLine(kernel.database.ofOrg(stored.orgId), null, null)
  return {
    asksNumber: gate?.person === undefined,
    phone: (body.get('phone') ?? '').slice(0, 40),
    kept: keptIn(body),
    line: line?.phone,
  }
}

/** Only what a page of the form sends travels along. */
function keptIn(body: URLSearchParams): [string, string][] {
  if (!hasKept(body)) return []
  const isKept = ([name]: [string, string]) => /^a\.[a-z][a-z0-9]{0,15}$/.test(name)
  return [
    ...['version', 'page', 'n'].map((name): [string, string] => [name, (body.get(name) ?? '').slice(0, 60)]),
    ...(body.has(LOST) ? [[LOST, (body.get(LOST) ?? '').slice(0, LOST_LENGTH_MAX)] as [string, string]] : []),
    ...[...body].filter(isKept).slice(0, KEPT_MAX),
  ]
}

async function sendCode(kernel: Kernel, opened: Opened, body: URLSearchParams): Promise<Rendered> {
  const { form, stored, gate } = opened
  const texts = optInPageTexts(form.language)
  const page = await emptyPage(kernel, opened, body)
  const refuse = (error: string) => codePage(form, { ...page, error })
  const { scope, organization } = await scopeOf(kernel, stored.orgId)
  const entered = page.asksNumber ? parsePhone(page.phone, scope.org.country) : undefined
  if (page.asksNumber) {
    if (!entered) return refuse(texts.errors.invalid)
    if (!entered.textable) return refuse(texts.errors.landline)
    if (!isTextedFrom(kernel, scope.org.country, entered.country)) return refuse(texts.errors.abroad)
  }
  try {
    const asked = await takeLimits(kernel, opened, { body, page })
    if (asked) return asked
    // Only programs fill in a field that no one sees. They get no text, and learn nothing.
    const isProgram = (body.get('website') ?? '') !== ''
    const token = await textPhoneCode(kernel, {
      orgId: stored.orgId,
      place: placeOf(opened),
      phone: isProgram ? null : (entered?.e164 ?? gate?.person?.phone ?? null),
      textOf: (code) => fillText(textsIn(form.language).code.sms, { code, organization }),
    })
    const phone = entered ? displayPhone(entered.e164, scope.org.country) : ''
    return codePage(form, { ...page, phone, token })
  } catch (error) {
    if (codeOfError(error) !== 'slow_down') throw error
    return refuse(texts.errors.slow)
  }
}

/** Counts a code. Returns a page when the phone must work first. Fails with `slow_down` when a limit is reached. */
async function takeLimits(
  kernel: Kernel,
  { form, stored, gate, reader }: Opened,
  { body, page }: { body: URLSearchParams; page: CodePage },
): Promise<Rendered | undefined> {
  const { address } = reader
  if (gate?.person) {
    await makeLimit(kernel, 'form-code-links', LINKS_PER_ADDRESS_HOUR, 3600).take(address)
    await makeLimit(kernel, 'form-code-link', PER_LINK_HOUR, 3600).take(`${stored.id}|${gate.person.id}`)
    return undefined
  }
  const worked = { place: `${form.path} code`, address, phone: page.phone }
  const fields: [string, string][] = [['go', 'send'], ['phone', page.phone], ['from', form.via], ...page.kept]
  const challenge = body.get('work')
  const work =
    challenge === null ? undefined : await workOf(kernel, worked, { challenge, answer: body.get('answer') ?? '' })
  if (challenge !== null && work?.waitS !== undefined) return workPage(form, { challenge, fields, waitS: work.waitS })
  try {
    await takeShared(kernel, work?.isDone ? 'worked' : 'none', [
      { name: 'form-code-address', key: address, points: NUMBERS_PER_ADDRESS_HOUR },
      { name: 'form-code-organization', key: stored.orgId, points: NUMBERS_PER_ORGANIZATION_HOUR },
    ])
    return undefined
  } catch (error) {
    if (!(error instanceof WorkNeeded)) throw error
    return workPage(form, { challenge: await newChallenge(kernel, worked), fields })
  }
}

async function takeCode(
  kernel: Kernel,
  opened: Opened,
  body: URLSearchParams,
): Promise<{ page: Rendered } | { proof: Proof }> {
  const { form, stored, gate } = opened
  const token = body.get('token') ?? ''
  try {
    const code = (body.get('code') ?? '').slice(0, 12)
    const phone = await provePhone(kernel, { orgId: stored.orgId, place: placeOf(opened), token, code })
    return { proof: { contactId: gate?.person?.id ?? null, phone } }
  } catch (error) {
    const why = codeOfError(error)
    if (why !== 'code_wrong' && why !== 'code_dead') throw error
    const { errors } = optInPageTexts(form.language)
    const page = await emptyPage(kernel, opened, body)
    const isOver = why === 'code_dead'
    return {
      page: codePage(form, {
        ...page,
        token: isOver ? undefined : token,
        error: isOver ? errors.codeDead : errors.codeWrong,
      }),
    }
  }
}

/** A code opens one form, for the person of one link or for whom the number belongs to. */
function placeOf({ stored, gate }: Opened): string {
  return `form|${stored.id}|${gate?.person?.id ?? 'public'}`
}
