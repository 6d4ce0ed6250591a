import { AUTONYMS } from '@crewline/contract/flow-languages'
import type { Logo } from '@crewline/contract/organizations'
import { displayPhone } from '@crewline/contract/phone'
import type { OptInResult, PublicOptInPage } from '@crewline/contract/join'
import type { PageLanguage } from '@crewline/contract/opt-in'
import { html, type HtmlValue } from '../../kernel/pages/html.ts'
import { renderPage } from '../../kernel/pages/frame.ts'
import { IDLE_SCRIPT, idleBlock, idleWithoutScript } from '../../kernel/pages/idle.ts'
import type { RenderedPage } from '../../kernel/pages/pack.ts'
import { workBody } from '../../kernel/pages/work.ts'
import { fillText, textsIn } from './page-texts.ts'
import { longestOf } from './rules.ts'

/** What a form was sent with, to fill it in again. */
export interface FilledForm {
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

/** A rendered page with its content security policy. */
export type Rendered = RenderedPage

/** Where a page is shown: on a tablet that people share, or inside the website of the company. */
export type PageMode = 'kiosk' | 'embed'

/** A page as it is shown. */
export interface PageView extends PublicOptInPage {
  mode?: PageMode | undefined
  logo?: Logo | undefined
  /** The websites that may show it inside theirs. */
  websites: readonly string[]
}

/** A shared tablet returns to an empty form this long after the last touch of someone who finished, or left in the middle. */
const KIOSK_DONE_S = 20
const KIOSK_LEFT_S = 120
/** A code takes a while to arrive, and no one touches the tablet until then. */
const KIOSK_CODE_S = 300
/** A browser without a script does not see touches, so it must not interrupt a slow person. */
const KIOSK_NO_SCRIPT_S = 600

const NO_FORM: FilledForm = { values: {}, errors: {} }

/** Where browsers find a value they know, and which keyboard a phone shows. */
const HINTS: Record<string, { autocomplete: string; type?: string }> = {
  firstname: { autocomplete: 'given-name' },
  lastname: { autocomplete: 'family-name' },
  email: { autocomplete: 'email', type: 'email' },
  jobTitle: { autocomplete: 'organization-title' },
}

/** Renders the form. After a refusal every value stays, and the first wrong field has the focus. */
export function formPage(page: PageView, { values, errors }: FilledForm = NO_FORM, source = 'web'): Rendered {
  const texts = textsIn(page.language)
  const firstWrong = ['phone', ...page.fields.map((field) => field.source), 'consent'].find((name) => errors[name])
  const input = (name: string, label: string, more: { required: boolean; type: string; autocomplete: string }) =>
    html` <label for="${name}">${label}${!more.required && html` <span class="soft">(${texts.optional})</span>`}</label>
      ${errors[name] && html`<p class="bad" id="${name}-error">${errors[name]}</p>`}
      <input
        id="${name}"
        name="${name}"
        type="${more.type}"
        autocomplete="${page.mode === 'kiosk' ? 'off' : more.autocomplete}"
        value="${values[name] ?? ''}"
        maxlength="${longestOf(name)}"
        ${more.required && html`required`}
        ${errors[name] && html`aria-invalid="true" aria-describedby="${name}-error"`}
        ${firstWrong === name && html`autofocus`}
      />`
  return framed(
    page,
    page.title,
    html` <h1 dir="auto">${page.title}</h1>
      ${paragraphs(page.intro)}
      ${(firstWrong ?? errors['form']) && html`<p class="bad" role="alert">${errors['form'] ?? texts.errors.top}</p>`}
      <form method="post" action="${addressOf(page)}" novalidate>
        <input type="hidden" name="version" value="${page.consent.version}" />
        <input type="hidden" name="source" value="${source}" />
        <p class="trap" aria-hidden="true"><input type="text" name="website" tabindex="-1" autocomplete="off" /></p>
        ${input('phone', texts.phone, { required: true, type: 'tel', autocomplete: 'tel' })}
        ${page.fields.map((field) =>
          input(field.source, field.label, {
            required: field.required,
            type: HINTS[field.source]?.type ?? 'text',
            autocomplete: HINTS[field.source]?.autocomplete ?? 'on',
          }),
        )}
        ${errors['consent'] && html`<p class="bad" id="consent-error">${errors['consent']}</p>`}
        <label class="agree">
          <input
            type="checkbox"
            name="consent"
            value="yes"
            required
            ${errors['consent'] && html`aria-invalid="true" aria-describedby="consent-error"`}
          />
          <span>${page.consent.text}</span>
        </label>
        <p class="links">
          <a href="${page.consent.termsUrl}" rel="noreferrer">${texts.terms}</a>
          <a href="${page.consent.privacyUrl}" rel="noreferrer">${texts.privacy}</a>
        </p>
        <button>${texts.join}</button>
      </form>`,
    // What someone typed and left must not wait for the next person.
    { kioskS: KIOSK_LEFT_S, isKept: Object.keys(values).length > 0 },
  )
}

/** Renders the question for the code that was texted. */
export function codePage(
  page: PageView,
  { token, phone, error, line }: { token: string; phone: string; error?: string; line: string | undefined },
): Rendered {
  const texts = textsIn(page.language)
  const [title, text] = texts.code
  return framed(
    page,
    title,
    html` <h1>${title}</h1>
      <p>${fillText(text, { phone })}</p>
      <form method="post" action="${addressOf(page)}" novalidate>
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="phone" value="${phone}" />
        <label for="code">${texts.codeLabel}</label>
        ${error && html`<p class="bad" id="code-error" role="alert">${error}</p>`}
        <input
          id="code"
          name="code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="12"
          required
          ${error && html`aria-invalid="true" aria-describedby="code-error"`}
        />
        <button>${texts.confirm}</button>
      </form>
      ${lineHint(page.language, line)} ${backLink(page)}`,
    { kioskS: KIOSK_CODE_S },
  )
}

/** Renders the page that asks for work before the form is taken. */
export function workPage(
  page: PageView,
  { form, challenge, waitS }: { form: Readonly<Record<string, string>>; challenge: string; waitS?: number },
): Rendered {
  const action = addressOf(page)
  const names = new Set(['version', 'source', 'phone', 'consent', ...page.fields.map(({ source }) => source)])
  const fields = Object.entries(form).filter(([name]) => names.has(name))
  const { title, body, script } = workBody(page.language, { action, challenge, fields, waitS })
  return framed(page, title, body, { script, kioskS: KIOSK_LEFT_S })
}

/** Renders how a form ended. */
export function resultPage(
  page: PageView,
  { result, phone, line }: { result: Exclude<OptInResult, 'code_sent'>; phone: string; line: string | undefined },
): Rendered {
  const texts = textsIn(page.language)
  const [title, text] = {
    subscribed: texts.joined,
    already_subscribed: texts.already,
    pending_confirmation: texts.pending,
    resume_needed: texts.resume,
  }[result]
  const values = { organization: page.organization, phone, line: line ? displayPhone(line, 'US') : '' }
  return framed(
    page,
    title,
    html` <h1>${title}</h1>
      <p>${fillText(text, values)}</p>
      ${(result === 'subscribed' || result === 'pending_confirmation') && paragraphs(page.thanks)}
      ${result === 'pending_confirmation' && lineHint(page.language, line)}
      ${(page.mode === 'kiosk' || result === 'pending_confirmation') && backLink(page)}`,
    { kioskS: KIOSK_DONE_S },
  )
}

/** Renders the page for an address that is closed or unknown; it says nothing about our product. */
export function closedPage(language: PageLanguage, kind: 'closed' | 'unknown'): Rendered {
  const [title, text] = textsIn(language)[kind]
  return renderPage({
    language,
    title,
    organization: '',
    color: '#0b5fb0',
    languages: [],
    languagesLabel: '',
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  })
}

function framed(
  page: PageView,
  title: string,
  body: HtmlValue,
  { script, kioskS, isKept = true }: { script?: string; kioskS: number; isKept?: boolean },
): Rendered {
  const isKiosk = page.mode === 'kiosk'
  const home = addressOf({ ...page, language: page.languages[0] ?? 'en' })
  const scripts = [...(script === undefined ? [] : [script]), ...(isKiosk ? [IDLE_SCRIPT] : [])]
  return renderPage({
    language: page.language,
    title: `${title} · ${page.organization}`,
    organization: page.organization,
    logo: page.logo,
    color: page.color,
    languages: page.languages
      .filter((tag) => tag !== page.language)
      .map((tag) => ({ tag, name: AUTONYMS[tag], href: addressOf({ ...page, language: tag }) })),
    languagesLabel: textsIn(page.language).language,
    head: isKiosk && idleWithoutScript(kioskS === KIOSK_DONE_S ? kioskS : KIOSK_NO_SCRIPT_S, home),
    body: html`${body} ${isKiosk && idleBlock(page.language, { seconds: kioskS, home, isKept })}`,
    script: scripts.length > 0 ? scripts.join('\n') : undefined,
    frameAncestors: page.mode === 'embed' ? page.websites : undefined,
  })
}

function lineHint(language: PageLanguage, line: string | undefined): HtmlValue {
  if (!line) return undefined
  return html`<p class="soft">${fillText(textsIn(language).noText, { line: displayPhone(line, 'US') })}</p>`
}

function backLink(page: PageView): HtmlValue {
  return html`<p class="back"><a href="${addressOf(page)}">${textsIn(page.language).again}</a></p>`
}

function addressOf({ url, language, mode }: Pick<PageView, 'url' | 'language' | 'mode'>): string {
  return `/public/join/${url}?lang=${language}${mode === undefined ? '' : `&${mode}=1`}`
}

function paragraphs(text: string): HtmlValue {
  return text.split(/\n+/).flatMap((line) => (line.trim() === '' ? [] : [html`<p dir="auto">${line}</p>`]))
}
