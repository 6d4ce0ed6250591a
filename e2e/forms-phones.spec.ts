import type { Page } from '@playwright/test'
import { freePhone } from './support/accounts.ts'
import { addLine, createDraft, launch, textFrom } from './support/broadcasts.ts'
import { accessible, addContacts, createTeam, expect, rowOf, type TestTeam } from './support/people.ts'
import { registerPhone, textsOn } from './support/phones.ts'
import { goOffline } from './support/offline.ts'
import { devices, test } from './support/test.ts'

// One form on three phones in three languages: by plain text, without a connection, and as usual.

/** Short links answer programs, such as a browser without a window, with a preview. */
const PHONE = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

interface Results {
  responses: number
  missing: number
}

test('a form is answered by text, offline and online in three languages, charted, and the rest is reminded', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Ida')
  const line = await addLine(team)
  const phones = [freePhone(), freePhone(), freePhone(), freePhone()] as const
  const [ana, luc, mei, ben] = phones
  await Promise.all(phones.map((phone) => registerPhone(request, phone, phone)))
  const contactIds = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: ana, language: 'es' },
    { firstname: 'Luc', lastname: 'Roy', phone: luc, language: 'fr' },
    { firstname: 'Mei', lastname: 'Lin', phone: mei, language: 'zh' },
    { firstname: 'Ben', lastname: 'Cho', phone: ben },
  ])
  const in4 = (en: string, es: string, fr: string, zh: string) => ({ en, es, fr, zh })
  const { form } = await team.call<{ form: { id: string; link: string } }>('POST', '/forms', {
    name: 'Safety check',
    title: in4('Safety check', 'Revisión de seguridad', 'Contrôle de sécurité', '安全检查'),
    languages: ['en', 'es', 'fr', 'zh'],
    byText: true,
    questions: [
      {
        id: 'q1',
        type: 'yes_no',
        label: in4(
          'Is your exit clear?',
          '¿Está libre tu salida?',
          'Votre sortie est-elle libre ?',
          '您的出口畅通吗？',
        ),
        required: true,
      },
      { id: 'q2', type: 'short_text', label: in4('Where?', '¿Dónde?', 'Où ?', '哪里？'), required: true },
      { id: 'q3', type: 'signature', label: in4('Sign', 'Firma', 'Signez', '签名') },
      { id: 'q4', type: 'file', label: in4('Photo', 'Foto', 'Photo', '照片') },
    ],
  })
  await page.goto(`/dashboard/apps/forms/${form.id}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()

  const bodies = { en: 'Safety check', es: 'Revisión', fr: 'Contrôle', zh: '安全检查' }
  const draft = await createDraft(team, {
    name: 'Safety check',
    audience: { contactIds },
    message: {
      body: `${bodies.en}\n${form.link}`,
      language: 'en',
      variants: (['es', 'fr', 'zh'] as const).map((language) => ({
        language,
        body: `${bodies[language]}\n${form.link}`,
        source: 'author',
        approved: true,
      })),
    },
  })
  await launch(team, draft)
  // The countdown alone takes half a minute.
  await expect.poll(async () => (await textsOn(request, mei)).length, { timeout: 120_000 }).toBeGreaterThan(0)
  const linkOf = async (phone: string) => {
    await expect.poll(async () => (await textsOn(request, phone)).length, { timeout: 60_000 }).toBeGreaterThan(0)
    const path = /https?:\/\/[^/\s]+(\/l\/\w+)/.exec((await textsOn(request, phone))[0] ?? '')?.[1] ?? ''
    return `${baseURL}${path}`
  }

  // Ana answers in the thread, in Spanish.
  await linkOf(ana)
  const says = async (body: string, reply: string) => {
    await textFrom(request, ana, line, body)
    await expect.poll(async () => (await textsOn(request, ana)).at(-1), { timeout: 30_000 }).toContain(reply)
  }
  await says('ok', '¿Está libre tu salida?')
  await says('sí', '¿Dónde?')
  await says('Muelle 4', 'Firma')
  await says('Ana Ruiz', 'Gracias')

  // Luc opens the page in French, walks into the cold store, and answers there.
  const cold = await browser.newContext(PHONE)
  const coldPage = await cold.newPage()
  await coldPage.goto(await linkOf(luc))
  await expect(coldPage.getByRole('heading', { name: 'Contrôle de sécurité' })).toBeVisible()
  await goOffline(coldPage)
  await coldPage.getByRole('radio', { name: 'Non' }).check()
  await coldPage.getByRole('textbox', { name: /Où/ }).fill('Chambre froide 2')
  await coldPage.getByRole('button', { name: 'Envoyer' }).click()
  await expect(coldPage.getByText('Vos réponses sont gardées sur ce téléphone')).toBeVisible()
  await cold.setOffline(false)
  await expect(coldPage.getByRole('heading', { name: 'Merci' })).toBeVisible()
  await cold.close()

  // Mei draws her signature and adds a photo, in Chinese.
  const usual = await browser.newContext(PHONE)
  const meiPage = await usual.newPage()
  await meiPage.goto(await linkOf(mei))
  await meiPage.getByRole('radio', { name: '是' }).check()
  await meiPage.getByRole('textbox', { name: /哪里/ }).fill('二号门')
  // Each end is a place of the canvas, wherever the page has moved it.
  const canvas = meiPage.locator('canvas')
  await canvas.hover({ position: { x: 30, y: 40 } })
  await meiPage.mouse.down()
  await canvas.hover({ position: { x: 150, y: 100 } })
  await meiPage.mouse.up()
  const photo = await meiPage.screenshot()
  await meiPage.locator('input[type=file]').setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: photo })
  await meiPage.getByRole('button', { name: '提交' }).click()
  await expect(meiPage.getByRole('heading', { name: '谢谢' })).toBeVisible()
  await usual.close()

  // Everything is charted once, and Ben is left.
  await page.getByRole('tab', { name: 'Answers' }).click()
  await expect(page.getByText('3 answers').first()).toBeVisible()
  await expect
    .poll(() => team.call<Results>('GET', `/forms/${form.id}/summary`))
    .toMatchObject({ responses: 3, missing: 1 })
  await page.getByRole('link', { name: /answered Yes/ }).click()
  await rowOf(page, 'Mei Lin').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('img', { name: /door/ })).toBeVisible()
  await expect(drawer.locator('img')).toHaveCount(2)
  await accessible(page, 'an answer with files')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Ana Ruiz')).toBeVisible()
  await page.goto(`/dashboard/apps/forms/${form.id}/responses`)
  await page.getByRole('button', { name: /^Remind/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/broadcasts\/.*\/edit/)
})

/** Publishes a form that anyone can answer: a choice that may end it, and a second page. */
async function publishPages(team: TestTeam): Promise<{ id: string; path: string }> {
  const { form } = await team.call<{ form: { id: string; link: string } }>('POST', '/forms', {
    name: 'Near miss',
    title: { en: 'Near miss' },
    questions: [
      { id: 'q1', type: 'yes_no', label: { en: 'Did you see one?' }, required: true, jumps: [{ on: 'no', to: 'end' }] },
      { id: 'q2', type: 'short_text', label: { en: 'Where?' }, required: true },
    ],
  })
  await team.call('POST', `/forms/${form.id}/publish`, { version: 1 })
  return { id: form.id, path: new URL(form.link).pathname }
}

test('a shared tablet counts from the last touch on every page', async ({ page, request, browser, baseURL }) => {
  const team = await createTeam(page, request, 'Kim')
  const { id } = await publishPages(team)
  const { form } = await team.call<{ form: { kiosk: { link: string } } }>('POST', `/forms/${id}/kiosk`, {
    idleSeconds: 30,
  })
  const context = await browser.newContext()
  const tablet = await context.newPage()
  await tablet.clock.install()
  await tablet.goto(`${baseURL}${new URL(form.kiosk.link).pathname}`)
  await expect(tablet.getByRole('radio', { name: 'Yes' })).toBeVisible()
  // From now on a slow machine takes no time from a person.
  await tablet.clock.pauseAt(Date.now() + 60_000)
  await tablet.getByRole('radio', { name: 'Yes' }).check()
  await tablet.getByRole('button', { name: 'Next' }).click()
  const where = tablet.getByRole('textbox', { name: 'Where?' })
  await expect(where).toBeVisible()
  await tablet.clock.runFor(20_000)
  await where.fill('Dock 4')
  // Long after the last touch of the first page.
  await tablet.clock.runFor(15_000)
  await expect(where).toHaveValue('Dock 4')
  await tablet.clock.runFor(16_000)
  await expect(tablet.getByRole('radio', { name: 'Yes' })).not.toBeChecked()
  await expect(where).toBeHidden()
  await context.close()
})

/** Fills in both pages and sends them. */
async function answerBoth(phone: Page, where: string): Promise<void> {
  await phone.getByRole('radio', { name: 'Yes' }).check()
  await phone.getByRole('button', { name: 'Next' }).click()
  await phone.getByRole('textbox', { name: 'Where?' }).fill(where)
  await phone.getByRole('button', { name: 'Send' }).click()
}

test('answers that the server can’t take are kept, and sent without disturbing the next person', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const team = await createTeam(page, request, 'Lou')
  const { id, path } = await publishPages(team)
  const answers = async () =>
    (await team.call<{ data: { answers: { q2: string } }[] }>('GET', `/forms/${id}/responses`)).data
      .map((response) => response.answers.q2)
      .sort()
  const context = await browser.newContext()
  const phone = await context.newPage()
  const refuse = (http: number) =>
    phone.route(
      (url) => url.pathname === path,
      (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: http, body: 'refused' }) : route.continue(),
    )
  const restore = () => phone.unrouteAll({ behavior: 'wait' })
  const connect = () => phone.evaluate(() => globalThis.dispatchEvent(new Event('online')))

  // On a page that is not the last, nothing is promised that is not so.
  await phone.goto(`${baseURL}${path}`)
  await goOffline(phone)
  await phone.getByRole('radio', { name: 'Yes' }).check()
  await phone.getByRole('button', { name: 'Next' }).click()
  await expect(phone.getByText('it continues as soon as the connection is back')).toBeVisible()
  await context.setOffline(false)
  await expect(phone.getByRole('textbox', { name: 'Where?' })).toBeVisible()

  // Too large, the answers stay on the page.
  await phone.getByRole('textbox', { name: 'Where?' }).fill('Dock 1')
  await refuse(413)
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByRole('status')).toContainText('too long')
  await restore()
  // Refused by a busy server, they are sent by themselves.
  await refuse(503)
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByRole('status')).toContainText('are kept on this phone')
  await expect(phone.getByRole('textbox', { name: 'Where?' })).toHaveValue('Dock 1')
  await restore()
  await connect()
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  // A second person leaves their answers, and a third one opens the page.
  await phone.goto(`${baseURL}${path}`)
  await answerBoth(phone, '')
  await expect(phone.getByText('Fill this in.')).toBeVisible()
  await phone.getByRole('textbox', { name: 'Where?' }).fill('Dock 2')
  await refuse(429)
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByRole('status')).toContainText('are kept on this phone')
  await phone.goto(`${baseURL}${path}`)
  await phone.getByRole('radio', { name: 'Yes' }).check()
  await restore()
  await expect(async () => {
    await connect()
    await expect(phone.getByRole('status')).toHaveText('The answers kept on this phone were sent.', { timeout: 2000 })
  }).toPass()
  await expect(phone.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expect(phone.getByText('Dock 2')).toBeHidden()
  await expect.poll(answers).toEqual(['Dock 1', 'Dock 2'])
  await context.close()
})

test('answers kept for the link of one person are not sent by another', async ({ page, request, browser, baseURL }) => {
  const team = await createTeam(page, request, 'Max')
  const { id, path } = await publishPages(team)
  const context = await browser.newContext()
  const phone = await context.newPage()
  await phone.goto(`${baseURL}${path}`)
  await phone.evaluate(
    async (url) =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open('crewline-forms', 1)
        opened.addEventListener('upgradeneeded', () => opened.result.createObjectStore('kept', { keyPath: 'n' }))
        opened.addEventListener('error', () => reject(new Error('not opened')))
        opened.addEventListener('success', () => {
          const change = opened.result.transaction('kept', 'readwrite')
          const parts = [
            ['version', '1'],
            ['a.q1', 'no'],
          ]
          const own = { url, at: Date.now(), files: false }
          change.objectStore('kept').put({ ...own, n: '1', parts: [...parts, ['p', 'A'.repeat(56)]] })
          change.objectStore('kept').put({ ...own, n: '2', parts })
          change.addEventListener('complete', () => {
            opened.result.close()
            resolve()
          })
        })
      }),
    `${baseURL}${path}?lang=en`,
  )
  await phone.goto(`${baseURL}${path}`)
  await expect(phone.getByRole('status')).toHaveText('The answers kept on this phone were sent.')
  const kept = () =>
    phone.evaluate(
      async () =>
        new Promise<unknown[]>((resolve) => {
          const opened = indexedDB.open('crewline-forms', 1)
          opened.addEventListener('success', () => {
            const all = opened.result.transaction('kept').objectStore('kept').getAllKeys()
            all.addEventListener('success', () => {
              opened.result.close()
              resolve(all.result)
            })
          })
        }),
    )
  await expect.poll(kept).toEqual(['1'])
  expect((await team.call<{ data: unknown[] }>('GET', `/forms/${id}/responses`)).data).toHaveLength(1)
  await context.close()
})
