// What a page says, in one language. Texts for phones use only GSM 03.38 letters where the alphabet allows, so that each
// is one or two segments.

/** The texts of a page; `{…}` stands for a value. */
export interface PageTexts {
  phone: string
  fields: Record<'firstname' | 'lastname' | 'email' | 'jobTitle' | 'department' | 'location', string>
  optional: string
  join: string
  terms: string
  privacy: string
  language: string
  errors: {
    invalid: string
    landline: string
    abroad: string
    missing: string
    long: string
    email: string
    agree: string
    outdated: string
    slow: string
    codeWrong: string
    codeDead: string
    top: string
  }
  closed: [title: string, text: string]
  unknown: [title: string, text: string]
  pending: [title: string, text: string]
  code: [title: string, text: string]
  codeLabel: string
  confirm: string
  again: string
  joined: [title: string, text: string]
  already: [title: string, text: string]
  resume: [title: string, text: string]
  noText: string
  sms: { reply: string; reminder: string; code: string; welcome: string }
}
