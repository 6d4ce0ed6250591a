import { expect as usual, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { accessibilityProblems, enter, haveSession } from './test.ts'
import { callAs, foundAccount, mailedLink, somebody, type Person } from './accounts.ts'

/** Waits as long as a busy machine may take: each of these stories opens many pages, and waiting costs nothing where all is well. */
export const expect = usual.configure({ timeout: 45_000 })

/** An organization of one test, whose owner has a session on a page. */
export interface OwnTeam {
  owner: Person
  /** Calls the API as the owner; anything but OK fails the test. */
  call: <T>(method: string, path: string, data?: unknown) => Promise<T>
}

/** What a test says of a worker; only the first name has to be. */
export interface Worker {
  firstname: string
  lastname?: string
  phone?: string
  [fact: string]: unknown
}

/** Founds an organization that is nobody else's and gives the page a session of its owner. */
export async function ownTeam(page: Page, request: APIRequestContext, firstname: string): Promise<OwnTeam> {
  const owner = somebody(firstname)
  const token = await foundAccount(request, owner, `${firstname} and Sons`)
  await undoWaits(page)
  await enter(page, token)
  return { owner, call: (method, path, data) => callAs(request, token, [method, path], data) }
}

/** Makes somebody new a member of the team, who sees everybody or the people of some groups only; answers their e-mail and password. */
export async function newMember(
  request: APIRequestContext,
  { call }: OwnTeam,
  member: { firstname: string; role: string; groupIds?: string[] },
): Promise<Person> {
  const { firstname, role, groupIds = [] } = member
  const person = somebody(firstname)
  await call('POST', '/organization/team', { email: person.email, role, groupIds })
  const link = await mailedLink(request, person.email, '/auth/accept-invitation/')
  const { lastname, password } = person
  const token = link.split('/').at(-1) ?? ''
  await callAs(request, '', ['POST', '/user/accept-invitation'], { token, firstname, lastname, password })
  return person
}

/** Gives a page a session of somebody. */
export const enterAs = (page: Page, { email, password }: Person): Promise<void> => haveSession(page, email, password)

/** Adds workers one after another; answers their ids in order. */
export async function addWorkers({ call }: OwnTeam, workers: Worker[]): Promise<string[]> {
  const ids: string[] = []
  for (const worker of workers) {
    // oxlint-disable-next-line no-await-in-loop -- lists show them in the order they came
    const { contact } = await call<{ contact: { id: string } }>('POST', '/contact', worker)
    ids.push(contact.id)
  }
  return ids
}

/** The offers to undo on a page stay until they are taken: how long five seconds are is not what these tests are about. */
async function undoWaits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style')
      style.textContent = '[data-timer] { animation-play-state: paused !important; }'
      document.head.append(style)
    })
  })
}

/** Takes the offer to undo that says these words. */
export async function undo(page: Page, words: string): Promise<void> {
  await toastOf(page, words).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(toastOf(page, words)).toHaveCount(0)
}

/** Lets the time of an offer to undo run out. */
export async function keep(page: Page, words: string): Promise<void> {
  await toastOf(page, words).locator('[data-timer]').dispatchEvent('animationend')
  await expect(toastOf(page, words)).toHaveCount(0)
}

/** The toasts of a page that say these words. */
export const toastOf = (page: Page, words: string | RegExp): Locator =>
  page.locator('.mantine-Notification-root').filter({ hasText: words })

/** Opens a page of the dashboard and waits for its heading. */
export async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Whether axe finds nothing wrong with a page, once what comes and goes by itself has settled. */
export async function accessible(page: Page, state: string): Promise<void> {
  await expect(async () => expect(await accessibilityProblems(page), state).toEqual([])).toPass({ timeout: 60_000 })
}

/** The row of a table that says a name. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Goes on with the Tab key until something has the focus, as who has no mouse does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, `${key} leads here`).toBeFocused()
}

/** Goes on with an arrow key in an open menu until an item has the focus; a menu that still opens does not hear the first one. */
export async function arrowTo(page: Page, item: Locator, key: 'ArrowDown' | 'ArrowUp'): Promise<void> {
  await expect(item).toBeVisible()
  await expect(async () => {
    const isThere = await item.evaluate((element) => element === document.activeElement)
    if (!isThere) await page.keyboard.press(key)
    await expect(item).toBeFocused({ timeout: 500 })
  }).toPass()
}

/** The drawer or dialog of a page with this name. */
export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** Chooses an item of the menu that a button opens. */
export async function choose(page: Page, button: Locator, item: string | RegExp): Promise<void> {
  await button.click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The name under which a page saves a file, and its bytes. */
export async function saved(page: Page, start: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) }
}
