import { displayPhone, parsePhone } from '@crewline/contract/phone'
import { Failure } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { newChallenge, WorkNeeded, workOf, type WorkedForm } from '../../kernel/pages/work.ts'
import { confirm, submit } from './join.ts'
import { codePage, formPage, resultPage, workPage, type Rendered } from './page.ts'
import { textsIn } from './page-texts.ts'
import type { ShownPage } from './public-page.ts'
import { problemsOf } from './rules.ts'

/** Takes a form as a browser sends it, and answers with the next page: every refusal is shown in words on the form. */
export async function takeForm(
  kernel: Kernel,
  { page, line }: ShownPage,
  { form, address }: { form: Readonly<Record<string, string>>; address: string },
): Promise<Rendered> {
  const texts = textsIn(page.language)
  const phone = (form['phone'] ?? '').slice(0, 40)
  if (form['token'] !== undefined)
    return takeCode(kernel, { page, line }, { token: form['token'], code: form['code'] ?? '', phone })
  const source: 'qr' | 'kiosk' | 'web' = (['qr', 'kiosk'] as const).find((name) => name === form['source']) ?? 'web'
  // Only programs fill in a field that no one sees. They learn nothing, and nothing is stored.
  if ((form['website'] ?? '') !== '') return resultPage(page, { result: 'pending_confirmation', phone, line })
  const refuse = (errors: Record<string, string>) => formPage(page, { values: form, errors }, source)
  const values = Object.fromEntries(page.fields.map((field) => [field.source, form[field.source] ?? '']))
  if (form['consent'] !== 'yes') {
    const wrong = Object.entries(problemsOf(page.fields, values)).flatMap(([field, problem]) =>
      problem ? [[field, texts.errors[problem]] as const] : [],
    )
    return refuse({
      ...(phone.trim() === '' && { phone: texts.errors.invalid }),
      ...Object.fromEntries(wrong),
      consent: texts.errors.agree,
    })
  }
  const worked: WorkedForm = { place: `/public/join/${page.url}`, address, phone }
  try {
    const work = await workIn(kernel, worked, form)
    if (work?.waitS !== undefined) return workPage(page, { form, challenge: form['work'] ?? '', waitS: work.waitS })
    const body = {
      url: page.url,
      phone: phone || '-',
      values,
      consent: { accepted: true as const, version: form['version'] ?? '' },
      lang: page.language,
      source,
    }
    const answered = await submit(kernel, body, { address, effort: work?.isDone ? 'worked' : 'none' })
    const shown = shownNumber(phone)
    if (answered.result === 'code_sent') return codePage(page, { token: answered.token ?? '', phone: shown, line })
    return resultPage(page, { result: answered.result, phone: shown, line })
  } catch (error) {
    if (error instanceof WorkNeeded) return askForWork(kernel, { page, line }, { form, worked, refuse })
    const code = codeOfError(error)
    if (code === 'outdated') return refuse({ form: texts.errors.outdated })
    if (code === 'slow_down') return refuse({ form: texts.errors.slow })
    const fields = error instanceof Failure ? Object.entries(error.fieldErrors ?? {}) : []
    if (fields.length === 0) throw error
    return refuse(Object.fromEntries(fields.map(([name, text]) => [name.replace(/^values\./, ''), text.message])))
  }
}

async function askForWork(
  kernel: Kernel,
  { page }: ShownPage,
  {
    form,
    worked,
    refuse,
  }: {
    form: Readonly<Record<string, string>>
    worked: WorkedForm
    refuse: (errors: Record<string, string>) => Rendered
  },
): Promise<Rendered> {
  try {
    return workPage(page, { form, challenge: await newChallenge(kernel, worked) })
  } catch (error) {
    if (codeOfError(error) !== 'slow_down') throw error
    return refuse({ form: textsIn(page.language).errors.slow })
  }
}

async function workIn(
  kernel: Kernel,
  worked: WorkedForm,
  form: Readonly<Record<string, string>>,
): Promise<Awaited<ReturnType<typeof workOf>> | undefined> {
  if (form['work'] === undefined) return undefined
  return workOf(kernel, worked, { challenge: form['work'], answer: form['answer'] ?? '' })
}

async function takeCode(
  kernel: Kernel,
  { page, line }: ShownPage,
  { token, code, phone }: { token: string; code: string; phone: string },
): Promise<Rendered> {
  const { errors } = textsIn(page.language)
  try {
    const { result } = await confirm(kernel, { token: token.slice(0, 100), code: code.slice(0, 12) })
    return resultPage(page, { result: result as Exclude<typeof result, 'code_sent'>, phone, line })
  } catch (error) {
    const why = codeOfError(error)
    if (why !== 'code_wrong' && why !== 'code_dead') throw error
    return codePage(page, { token, phone, line, error: why === 'code_wrong' ? errors.codeWrong : errors.codeDead })
  }
}

function shownNumber(phone: string): string {
  const parsed = parsePhone(phone, 'US')
  return parsed ? displayPhone(parsed.e164, 'US') : phone
}
