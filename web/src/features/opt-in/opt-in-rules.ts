import type {
  OptInAction,
  OptInContent,
  OptInField,
  OptInPage,
  OptInSource,
  PageLanguage,
} from '@crewline/contract/opt-in'

/** The content of a page that is not written yet, in the language of its author. */
export function newContent(language: PageLanguage, title: string): OptInContent {
  return {
    name: '',
    url: '',
    keyword: '',
    title: { [language]: title },
    intro: {},
    thanks: {},
    color: '#0b5fb0',
    languages: [language],
    fields: [
      { source: 'firstname', required: true },
      { source: 'lastname', required: false },
    ],
    frequency: { count: 4, per: 'week' },
    termsUrl: '',
    privacyUrl: '',
    doubleOptIn: true,
    verifyPhone: false,
    duplicate: 'update',
    actions: [],
    websites: [],
  }
}

/** Returns what members edit of a page. */
export function contentOf(page: OptInPage): OptInContent {
  const {
    id: _i,
    status: _s,
    link: _l,
    posterLink: _p,
    version: _v,
    checks: _c,
    consent: _t,
    stats: _n,
    createdAt: _a,
    updatedAt: _u,
    ...content
  } = page
  return content
}

/** Makes an address of a name: "Break room, Plant 2" becomes "break-room-plant-2". */
export function slugFrom(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
}

/** How a page asks for a value. */
export type Asking = 'no' | 'optional' | 'required'

/** Returns how a page asks for a value. */
export function askingOf(fields: readonly OptInField[], source: OptInSource): Asking {
  const field = fields.find((candidate) => candidate.source === source)
  return field ? (field.required ? 'required' : 'optional') : 'no'
}

/** Changes how a page asks for a value; fields keep their order, and a new one is last. */
export function withAsking(fields: readonly OptInField[], source: OptInSource, asking: Asking): OptInField[] {
  const required = asking === 'required'
  if (asking === 'no') return fields.filter((field) => field.source !== source)
  if (!fields.some((field) => field.source === source)) return [...fields, { source, required }]
  return fields.map((field) => (field.source === source ? { source, required } : field))
}

/** Returns the groups that people join. */
export function groupIdsOf(actions: readonly OptInAction[]): string[] {
  return actions.flatMap((action) => (action.type === 'add_to_group' ? [action.groupId] : []))
}

/** Replaces the groups that people join; the other actions keep their order. */
export function withGroups(actions: readonly OptInAction[], groupIds: readonly string[]): OptInAction[] {
  return [
    ...groupIds.map((groupId): OptInAction => ({ type: 'add_to_group', groupId })),
    ...actions.filter(({ type }) => type !== 'add_to_group'),
  ]
}

/** Returns the own beginning of the text after joining, in one language. */
export function welcomeIn(actions: readonly OptInAction[], language: PageLanguage): string {
  const action = actions.find(({ type }) => type === 'send_message')
  return action?.type === 'send_message' ? (action.body[language] ?? '') : ''
}

/** Changes the own beginning of the text after joining; without any text there is no such action. */
export function withWelcome(actions: readonly OptInAction[], language: PageLanguage, text: string): OptInAction[] {
  const others = actions.filter(({ type }) => type !== 'send_message')
  const before = actions.find((action) => action.type === 'send_message')?.body ?? {}
  const { [language]: _old, ...rest } = before
  const body = text === '' ? rest : { ...rest, [language]: text }
  return Object.keys(body).length === 0 ? others : [...others, { type: 'send_message', body }]
}

/** Returns whether the team is notified of everyone who joins. */
export function isNotifying(actions: readonly OptInAction[]): boolean {
  return actions.some(({ type }) => type === 'notify_members')
}

/** Turns the notification of the team on or off. */
export function withNotifying(actions: readonly OptInAction[], isOn: boolean): OptInAction[] {
  const others = actions.filter(({ type }) => type !== 'notify_members')
  return isOn ? [...others, { type: 'notify_members' }] : others
}

/** Returns the tags that people get. */
export function tagIdsOf(actions: readonly OptInAction[]): string[] {
  return actions.flatMap((action) => (action.type === 'add_tag' ? [action.tagId] : []))
}

/** Replaces the tags that people get; the other actions keep their order. */
export function withTags(actions: readonly OptInAction[], tagIds: readonly string[]): OptInAction[] {
  return [
    ...actions.filter(({ type }) => type !== 'add_tag'),
    ...tagIds.map((tagId): OptInAction => ({ type: 'add_tag', tagId })),
  ]
}

/** Reads a website from what a member typed or pasted: "www.example.com/jobs" becomes https://www.example.com. */
export function websiteFrom(text: string): string {
  const address = /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`
  return URL.canParse(address) ? new URL(address).origin : text.trim()
}

/** Returns the code that shows a page inside a website. */
export function embedCode({ link }: Pick<OptInPage, 'link'>, title: string): string {
  const name = title.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<iframe src="${link}?embed=1" title="${name}" style="width:100%;height:46rem;border:0" loading="lazy"></iframe>`
}
