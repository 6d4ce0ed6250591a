import { expect as usual, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { accessibilityProblems, enter, haveSession } from './test.ts'
import { callAs, createAccount, mailedLink, newUser, type TestUser } from './accounts.ts'

/**
 * Waits as long as a busy machine may need: each story opens many pages, and the limit costs nothing when all is well.
 */
export const expect = usual.configure({ timeout: 45_000 })

/** An organization of one test, whose owner is signed in on a page. */
export interface TestTeam {
  owner: TestUser
  /** Calls the API as the owner; any status but OK fails the test. */
  call: <T>(method: string, path: string, data?: unknown) => Promise<T>
}

/** The fields of a test contact; only the first name is required. */
export interface ContactInput {
  firstname: string
  lastname?: string
  phone?: string
  [attribute: string]: unknown
}

/** Creates an organization for one test and signs its owner in on the page. */
export async function createTeam(page: Page, request: APIRequestContext, firstname: string): Promise<TestTeam> {
  const owner = newUser(firstname)
  const token = await createAccount(request, owner, `${firstname} and Sons`)
  await keepUndoToasts(page)
  await enter(page, token)
  return { owner, call: (method, path, data) => callAs(request, token, [method, path], data) }
}

/**
 * Adds a new member to the team, who sees all contacts or only those of some groups; returns their email and password.
 */
export async function newMember(
  request: APIRequestContext,
  { call }: TestTeam,
  member: { firstname: string; role: string; groupIds?: string[] },
): Promise<TestUser> {
  const { firstname, role, groupIds = [] } = member
  const user = newUser(firstname)
  await call('POST', '/organization/team', { email: user.email, role, groupIds })
  const link = await mailedLink(request, user.email, '/auth/accept-invitation/')
  const { lastname, password } = user
  const token = link.split('/').at(-1) ?? ''
  await callAs(request, '', ['POST', '/user/accept-invitation'], { token, firstname, lastname, password })
  return user
}

/** Starts a session for a user without the login form. */
export const enterAs = (page: Page, { email, password }: TestUser): Promise<void> => haveSession(page, email, password)

/** Adds contacts one after another; returns their ids in order. */
export async function addContacts({ call }: TestTeam, contacts: ContactInput[]): Promise<string[]> {
  const ids: string[] = []
  for (const input of contacts) {
    const { contact } = await call<{ contact: { id: string } }>('POST', '/contact', input)
    ids.push(contact.id)
  }
  return ids
}

/** Keeps the Undo toasts of a page open until they are used: these tests do not check the five seconds. */
export async function keepUndoToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style')
      style.textContent = '[data-timer] { animation-play-state: paused !important; }'
      document.head.append(style)
    })
  })
}

/** Clicks Undo in the toast with this text. */
export async function undo(page: Page, text: string): Promise<void> {
  await toastOf(page, text).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(toastOf(page, text)).toHaveCount(0)
}

/** Lets the Undo toast with this text time out. */
export async function keep(page: Page, text: string): Promise<void> {
  await toastOf(page, text).locator('[data-timer]').dispatchEvent('animationend')
  await expect(toastOf(page, text)).toHaveCount(0)
}

/** The toasts that contain a text. */
export const toastOf = (page: Page, text: string | RegExp): Locator =>
  page.locator('.mantine-Notification-root').filter({ hasText: text })

/** Opens a page of the dashboard and waits for its heading. */
export async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Checks that axe finds no problem on a page, once animations and transient elements have settled. */
export async function accessible(page: Page, state: string): Promise<void> {
  await expect(async () => expect(await accessibilityProblems(page), state).toEqual([])).toPass({ timeout: 60_000 })
}

/** The table row that contains a name. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Presses Tab until the target has the focus, as a keyboard user does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, `${key} leads here`).toBeFocused()
}

/**
 * Presses an arrow key in an open menu until an item has the focus; a menu that is still opening ignores the first
 * press.
 */
export async function arrowTo(page: Page, item: Locator, key: 'ArrowDown' | 'ArrowUp'): Promise<void> {
  await expect(item).toBeVisible()
  await expect(async () => {
    const isThere = await item.evaluate((element) => element === document.activeElement)
    if (!isThere) await page.keyboard.press(key)
    await expect(item).toBeFocused({ timeout: 500 })
  }).toPass()
}

/** Puts the caret behind the text of a paragraph of an editor; a page that is busy forgets the first press of a key. */
export async function caretAfter(page: Page, paragraph: Locator): Promise<void> {
  await expect(async () => {
    await paragraph.click()
    await page.keyboard.press('End')
    const isThere = await paragraph.evaluate(async (element) => {
      // The editor reads the selection of the page a moment after it changed.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const selection = getSelection()
      if (!selection?.isCollapsed || !element.contains(selection.focusNode)) return false
      const rest = document.createRange()
      rest.selectNodeContents(element)
      rest.setStart(selection.focusNode ?? element, selection.focusOffset)
      return rest.toString() === ''
    })
    expect(isThere, 'the caret is at the end').toBe(true)
  }).toPass()
}

/** The dialog with this name. */
export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** Opens a menu and picks an item. */
export async function choose(page: Page, button: Locator, item: string | RegExp): Promise<void> {
  await button.click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Returns the name and the bytes of a file that a page saves. */
export async function saved(page: Page, start: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const refused = toastOf(page, "Couldn't download")
  // The reason is shown for a few seconds, long before the wait for a file ends.
  const reason = refused.innerText().then(
    (text) => Promise.reject(new Error(text)),
    () => new Promise<never>(() => {}),
  )
  const [download] = await Promise.all([Promise.race([page.waitForEvent('download'), reason]), start()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) }
}
