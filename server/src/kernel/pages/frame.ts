// The frame of every page that workers open: no script needed, no font, no third party, one column, dark by device.
import { createHash } from 'node:crypto'
import type { Logo } from '@crewline/contract/organizations'
import { html, Html, type HtmlValue } from './html.ts'

/** A page for workers. */
export interface PublicPage {
  /** BCP 47 tag of the page's language. */
  language: string
  /** The title of the tab. */
  title: string
  /** The organization that speaks on the page. */
  organization: string
  /** Its logo, shown in place of its name. */
  logo?: Logo | undefined
  /** The color of buttons and links, as #rrggbb. */
  color: string
  /** The other languages, each with the address of the page in it. */
  languages: { tag: string; name: string; href: string }[]
  /** The label of the list of languages. */
  languagesLabel: string
  body: HtmlValue
  /** More of the head, such as what a browser without a script does. */
  head?: HtmlValue
  /** More style, such as for print; a constant of the program, never a value. */
  style?: string
  /** Whether it plays videos or sounds of its own address. */
  plays?: boolean
  /** The websites that may show the page inside theirs; none by default. */
  frameAncestors?: readonly string[] | undefined
  /** A script that improves the page, which works without it; a constant of the program, never a value. */
  script?: string | undefined
  /** Scripts of the pages that this one's script may show in its place; constants of the program, never values. */
  laterScripts?: readonly string[] | undefined
}

const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#16191d;--soft:#4b5563;--line:#8a93a0;--bad:#b3261e;--field:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#f2f4f7;--soft:#b6bec9;--line:#7b8794;--bad:#ff9a91;--field:#1d2228}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
.page{max-width:30rem;margin:0 auto;padding:1rem 1rem 3rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:center;padding-block:.25rem 1rem}
header p{margin:0;font-weight:600}
header p img{display:block;max-inline-size:12rem;max-block-size:3rem;inline-size:auto;block-size:auto}
@media(prefers-color-scheme:dark){header .plate{padding:.375rem;border-radius:.375rem;background:#fff}}
nav ul{display:flex;flex-wrap:wrap;gap:0 1rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding-block:.625rem}
h1{font-size:1.625rem;line-height:1.25;margin:.5rem 0 .5rem}
p{margin:.5rem 0}
.soft{color:var(--soft)}
a{color:var(--ink);text-underline-offset:.2em}
label,.label{display:block;font-weight:600;margin:1rem 0 .25rem}
label .soft{font-weight:400}
input[type=text],input[type=tel],input[type=email]{width:100%;min-height:3rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--line);border-radius:.5rem}
input[aria-invalid=true]{border:2px solid var(--bad)}
.agree{display:grid;grid-template-columns:auto 1fr;gap:.75rem;align-items:start;font-weight:400;margin-top:1.25rem;padding-block:.5rem;min-height:3rem}
.agree input{inline-size:1.5rem;block-size:1.5rem;margin:0}
button{width:100%;min-height:3rem;margin-top:1.25rem;padding:.625rem 1rem;font:inherit;font-weight:600;color:var(--on);background:var(--brand);border:1px solid var(--line);border-radius:.5rem;cursor:pointer}
.bad{color:var(--bad);margin:.25rem 0;font-weight:500}
.links{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.links a,.back a{display:inline-block;padding-block:.625rem}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.trap{position:absolute;inset-inline-start:-999rem}
`.trim()

/** Renders a whole page. Its style depends on nothing but the color, so that its policy can name its hash. */
export function renderPage(page: PublicPage): { html: string; policy: string } {
  const style = `${STYLE}${page.style ?? ''}\n:root{--brand:${page.color};--on:${textOn(page.color)}}`
  const { language } = page
  const document = html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>${page.title}</title>
        <meta name="description" content="${page.title}" />
        ${page.head} ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <div class="page">
          <header>
            <p>${logoOf(page)}</p>
            ${
              page.languages.length > 0 &&
              html`<nav aria-label="${page.languagesLabel}">
                <ul>
                  ${page.languages.map(
                    ({ tag, name, href }) =>
                      html`<li><a href="${href}" lang="${tag}" hreflang="${tag}">${name}</a></li>`,
                  )}
                </ul>
              </nav>`
            }
          </header>
          <main>${page.body}</main>
        </div>
        ${page.script !== undefined && new Html(`<script>${page.script}</script>`)}
      </body>
    </html>`
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const allowed = [page.script ?? [], page.laterScripts ?? []].flat()
  const scripts = allowed.length === 0 ? '' : ` script-src ${allowed.map(hash).join(' ')};`
  return {
    html: document.text,
    policy: `default-src 'none'; style-src ${hash(style)};${scripts} img-src 'self';${page.plays ? " media-src 'self';" : ''} form-action 'self'; base-uri 'none'; frame-ancestors ${page.frameAncestors?.join(' ') || "'none'"}`,
  }
}

/** Returns the logo for paper, which is white. */
export function onPaper(logo: Logo | undefined): Logo | undefined {
  return logo && { ...logo, dark: null }
}

/** The logo has the name of the organization as its text. On dark screens a logo for light ones gets a light plate. */
function logoOf({ organization, logo }: PublicPage): HtmlValue {
  if (!logo) return organization
  const { light, dark } = logo
  const picture = html`<img
    class="${dark ? '' : 'plate'}"
    src="${light.url}"
    width="${light.width}"
    height="${light.height}"
    alt="${organization}"
  />`
  if (!dark) return picture
  return html`<picture
    ><source media="(prefers-color-scheme:dark)" srcset="${dark.url}" width="${dark.width}" height="${dark.height}" />
    ${picture}</picture
  >`
}

/** Returns the color of text on a color: black or white, the one with more contrast (WCAG 2.2, 1.4.3). */
export function textOn(color: string): '#000' | '#fff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff'
}
