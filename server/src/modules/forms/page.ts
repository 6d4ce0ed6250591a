// The pages of a form, which work without a script.
import type { Logo } from '@crewline/contract/organizations'
import { AUTONYMS } from '@crewline/contract/flow-languages'
import type { FormContent, FormLanguage, FormQuestion } from '@crewline/contract/form-content'
import { formText } from '@crewline/contract/form-questions'
import { html, type HtmlValue } from '../../kernel/pages/html.ts'
import { renderPage } from '../../kernel/pages/frame.ts'
import { workBody } from '../../kernel/pages/work.ts'
import { IDLE_SCRIPT } from '../../kernel/pages/idle.ts'
import { WORK_SCRIPT } from '../../kernel/pages/work-script.ts'
import type { AnswerProblem, Entered } from './answer-rules.ts'
import { fillText, textsIn } from './page-texts.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { styleOf } from './page-style.ts'
import { badgeField, kioskOf, nextPerson } from './kiosk.ts'
import { pollFields, toIssue } from './poll-page.ts'
import type { PollPlace } from './poll-reader.ts'
import { paragraphs, questionOf, takesFiles } from './question-fields.ts'

/** A rendered page with its content security policy. */
export type Rendered = ReturnType<typeof renderPage> & {
  /** Whether the answers are stored, so that a phone need not keep its copy. */
  isStored?: boolean
  /** Whether the answers are taken only later or after work, so that a phone keeps its copy. */
  isLater?: boolean
}

/** A form in one language. */
export interface ShownForm {
  /** The path of the page. */
  path: string
  content: FormContent
  version: number
  organization: string
  logo?: Logo | undefined
  language: FormLanguage
  /** The mark of a personal link; empty without one. */
  mark: string
  /** Whether the answers are stored with a known person, unless the form is anonymous. */
  isNamed: boolean
  /** Where the page was opened: by its link or its QR code. */
  via: 'public' | 'qr' | 'kiosk'
  /** What the address says for hidden questions, by their id. */
  given: readonly (readonly [id: string, value: string])[]
  /** Set when it is answered as a poll in an issue of news. */
  poll?: PollPlace | undefined
  /** Set on a shared tablet: the page starts over after this long without a touch. */
  idleSeconds?: number | undefined
}

/** One page of a form, with everything that was entered so far. */
export interface FormPage {
  /** Counted from 0. */
  at: number
  isLast: boolean
  questions: readonly FormQuestion[]
  entered: Entered
  problems: Readonly<Record<string, AnswerProblem>>
  /** What is wrong with the whole page. */
  refusal?: string
  /** Names the submission, so that one that is sent twice counts once. */
  nonce: string
  /** The employee number that was entered on a shared tablet, and whether it is unknown. */
  badge?: { value: string; isUnknown: boolean }
}

const WORK_PAGE_SCRIPT = WORK_SCRIPT + IDLE_SCRIPT

/** Renders one page. After a refusal every value stays, and the first wrong question has the focus. */
export function formPage(form: ShownForm, page: FormPage): Rendered {
  const { content, language, organization } = form
  const texts = textsIn(language)
  const isKiosk = form.idleSeconds !== undefined
  const shown = new Set(page.questions.map(({ id }) => id))
  const kept = Object.entries(page.entered).filter(([id]) => !shown.has(id))
  const given = new Set(form.given.map(([id]) => id))
  // What the address says is not what a person entered.
  const isTouched = page.at > 0 || Object.keys(page.entered).some((id) => !given.has(id))
  const firstWrong = page.questions.find(({ id }) => page.problems[id])?.id
  const title = formText(content.title, language)
  const who = content.anonymous ? texts.anonymous : form.isNamed ? texts.named : ''
  return framed(
    form,
    title,
    html` <h1 dir="auto">${title}</h1>
      ${page.at === 0 && paragraphs(formText(content.intro, language))}
      ${page.at === 0 && who !== '' && html`<p class="soft">${fillText(who, { organization })}</p>`}
      ${page.at > 0 && html`<p class="soft">${fillText(texts.page, { n: String(page.at + 1) })}</p>`}
      ${(firstWrong ?? page.refusal) && html`<p class="bad" role="alert">${page.refusal ?? texts.top}</p>`}
      <form
        method="post"
        action="${actionOf(form)}"
        ${page.questions.some(takesFiles) && html`enctype="multipart/form-data"`}
        data-saved="${texts.saved}"
        data-waiting="${texts.waiting}"
        data-sending="${texts.sending}"
        data-unsaved="${texts.unsaved}"
        data-later="${texts.later}"
        data-retry="${texts.retry}"
        data-paused="${texts.paused}"
        data-delivered="${texts.delivered}"
        data-large="${texts.tooLarge}"
        ${page.isLast && html`data-last="yes"`}
        ${isKiosk && html`autocomplete="off" data-keep="no"`}
        ${
          // Answers kept on the phone would be sent with the proof of the next person who enters a code there.
          !isKiosk && content.askCode && form.mark === '' && html`data-keep="no"`
        }
        novalidate
      >
        <input type="hidden" name="version" value="${form.version}" />
        <input type="hidden" name="page" value="${page.at}" />
        <input type="hidden" name="n" value="${page.nonce}" />
        <input type="hidden" name="from" value="${form.via}" />
        ${form.mark !== '' && html`<input type="hidden" name="p" value="${form.mark}" />`}
        ${form.poll && pollFields(form.poll)}
        ${kept.flatMap(([id, values]) =>
          values.map((value) => html`<input type="hidden" name="a.${id}" value="${value}" />`),
        )}
        <p class="trap" aria-hidden="true"><input type="text" name="website" tabindex="-1" autocomplete="off" /></p>
        ${isKiosk && !content.anonymous && badgeField(language, page)}
        ${page.questions.map((question) =>
          questionOf(question, {
            language,
            values: page.entered[question.id] ?? [],
            problem: page.problems[question.id],
            hasFocus: firstWrong === question.id,
            mayDraw: !content.anonymous,
            isShared: isKiosk,
          }),
        )}
        <p id="state" role="status"></p>
        <button name="go" value="next">${page.isLast ? texts.send : texts.next}</button>
        ${page.at > 0 && html`<button class="second" name="go" value="back">${texts.back}</button>`}
      </form>
      ${otherNumber(form)} ${kioskOf(form, isTouched)}`,
  )
}

/** Renders a submission again, hidden, for which the phone must work first. `waitS` is set when it came too early. */
export function workPage(
  form: ShownForm,
  work: { challenge: string; fields: [string, string][]; waitS?: number | undefined },
): Rendered {
  const { content, language, organization } = form
  const { title, body } = workBody(language, { ...work, action: actionOf(form) })
  const rendered = renderPage({
    language,
    title: `${title} · ${organization}`,
    organization,
    logo: form.logo,
    color: content.color,
    languages: [],
    languagesLabel: '',
    // The same style and one of the scripts that the policy of the form allows: its script shows this page in its place.
    style: styleOf(form),
    script: WORK_PAGE_SCRIPT,
    body: html`${body}
      <p id="state" role="status"></p>
      ${kioskOf(form, true)}`,
  })
  return { ...rendered, isLater: true }
}

/** Renders how a submission ended. */
export function endPage(form: ShownForm, end: 'thanks' | 'changed' | 'already' | 'invited'): Rendered {
  const { content, language, organization } = form
  const [title, text] = textsIn(language)[end]
  const own = end === 'thanks' ? formText(content.thanks, language) : ''
  const rendered = framed(
    form,
    title,
    html`<h1>${title}</h1>
      ${own === '' ? html`<p>${fillText(text, { organization })}</p>` : paragraphs(own)}
      ${end === 'already' && otherNumber(form)} ${nextPerson(form)} ${toIssue(form)}`,
  )
  return { ...rendered, isStored: end !== 'invited' }
}

/** Lets the next person at a browser enter a number of their own, where the public link asks for one. */
function otherNumber(form: ShownForm): HtmlValue {
  const { content, language, mark, via, idleSeconds } = form
  if (!content.askCode || mark !== '' || idleSeconds !== undefined) return ''
  return html`<form method="post" action="${actionOf(form)}">
    <input type="hidden" name="from" value="${via}" />
    <button class="second" name="go" value="other">${textsIn(language).code.other}</button>
  </form>`
}

/** Where a page of the form is sent, with what its address says for hidden questions. */
export function actionOf({ path, language, given }: ShownForm): string {
  return `${path}?${new URLSearchParams({ lang: language, ...Object.fromEntries(given) }).toString()}`
}

/** Renders the page for an address that is closed or unknown; it says nothing about our product. */
export function outsidePage(
  language: FormLanguage,
  kind: 'closed' | 'unknown' | 'slow' | 'tooLarge' | 'retry',
): Rendered {
  const texts = textsIn(language)
  const [title, text] = kind === 'closed' || kind === 'unknown' ? texts[kind] : [texts[kind], '']
  return renderPage({
    language,
    title,
    organization: '',
    color: '#0b5fb0',
    languages: [],
    languagesLabel: '',
    body: html`<h1>${title}</h1>
      ${text !== '' && html`<p>${text}</p>`}`,
  })
}

/** Renders a page of a form in its frame, with its scripts. */
export function framed(form: ShownForm, title: string, body: HtmlValue): Rendered {
  const { content, language, organization, path, mark } = form
  const said = form.given.map(([id, value]) => `&${id}=${encodeURIComponent(value)}`).join('')
  const more = `${mark === '' ? '' : `&p=${mark}`}${form.via === 'qr' ? '&from=qr' : ''}${said}`
  const rendered = renderPage({
    language,
    title: `${title} · ${organization}`,
    organization,
    logo: form.logo,
    color: content.color,
    languages: content.languages
      .filter((tag) => tag !== language)
      .map((tag) => ({ tag, name: AUTONYMS[tag], href: `${path}?lang=${tag}${more}` })),
    languagesLabel: textsIn(language).language,
    style: styleOf(form),
    script: PAGE_SCRIPT,
    laterScripts: [WORK_PAGE_SCRIPT],
    body,
  })
  // The script sends the form to this server, and to no other.
  return { ...rendered, policy: `${rendered.policy}; connect-src 'self'` }
}
