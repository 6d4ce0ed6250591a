import { devices, type APIRequestContext } from '@playwright/test'
import { freePhone } from './support/accounts.ts'
import { addLine, createDraft, launch, textFrom } from './support/broadcasts.ts'
import { accessible, addContacts, createTeam, expect, rowOf } from './support/people.ts'
import { registerPhone } from './support/phones.ts'
import { test } from './support/test.ts'

// One form on three phones in three languages: by plain text, without a connection, and as usual.

/** Short links answer programs, such as a browser without a window, with a preview. */
const PHONE = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

interface Results {
  responses: number
  missing: number
}

/** The texts that a phone of the simulated network got, oldest first. */
async function textsOn(request: APIRequestContext, phone: string): Promise<string[]> {
  const answer = await request.get(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`)
  const { texts } = (await answer.json()) as { texts: { from: string; body: string }[] }
  return texts.flatMap(({ from, body }) => (from === phone ? [] : [body]))
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
  await cold.setOffline(true)
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
  const box = await meiPage.locator('canvas').boundingBox()
  if (!box) throw new Error('there is no place to draw')
  await meiPage.mouse.move(box.x + 30, box.y + 40)
  await meiPage.mouse.down()
  await meiPage.mouse.move(box.x + 150, box.y + 100, { steps: 8 })
  await meiPage.mouse.up()
  const photo = await meiPage.screenshot()
  await meiPage.locator('input[type=file]').setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: photo })
  await meiPage.getByRole('button', { name: '提交' }).click()
  await expect(meiPage.getByRole('heading', { name: '谢谢' })).toBeVisible()
  await usual.close()

  // Everything is charted once, and Ben is left.
  await page.getByRole('tab', { name: 'Answers' }).click()
  await expect(page.getByText('3 answers').first()).toBeVisible()
  expect(await team.call<Results>('GET', `/forms/${form.id}/summary`)).toMatchObject({ responses: 3, missing: 1 })
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
