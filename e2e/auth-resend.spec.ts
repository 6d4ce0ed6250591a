import type { APIRequestContext } from '@playwright/test'
import {
  callApi,
  createAccount,
  fillLogIn,
  freePhone,
  mailedLink,
  newUser,
  textedCode,
  textedCodes,
  type TestUser,
} from './support/accounts.ts'
import { registerPhone } from './support/phones.ts'
import { expect, test } from './support/test.ts'

// What is sent again at login: it waits a minute, so this story runs beside the others.

/** Creates an account that requires a code texted to this phone at login. */
async function haveSecondStep(request: APIRequestContext, user: TestUser, phone: string): Promise<void> {
  await registerPhone(request, phone, `${user.firstname} Tester`)
  const token = await createAccount(request, user, 'Text Tools')
  await callApi(request, ['POST', '/send-verification-code'], { phone, source: 'settings' }, token)
  const code = await textedCode(request, phone)
  const { proof } = await callApi<{ proof: string }>(request, ['POST', '/verify-phone-code'], { phone, code }, token)
  await callApi(request, ['POST', '/prove'], { password: user.password }, token)
  await callApi(request, ['PATCH', '/settings'], { phone, phoneProof: proof }, token)
  await callApi(request, ['POST', '/mfa'], { method: 'sms' }, token)
}

test('another code and another email are sent on request after a wait', async ({ page, browserOf, request }) => {
  test.setTimeout(150_000)
  // A user with a texted second step waits one minute between two codes...
  const ravi = newUser('Ravi')
  const phone = freePhone()
  await haveSecondStep(request, ravi, phone)
  const onPhone = await browserOf(null)
  await onPhone.setViewportSize({ width: 390, height: 844 })
  await onPhone.goto('/auth/login')
  await fillLogIn(onPhone, ravi)
  await expect(onPhone.getByText(/We sent a 6-digit code to/)).toBeVisible()

  // ...while a user who has not confirmed the email is sent to that step at login and gets another email.
  const lena = newUser('Lena')
  await callApi(request, ['POST', '/register'], lena)
  await mailedLink(request, lena.email, '/auth/verify/')
  await page.goto('/auth/login')
  await fillLogIn(page, lena)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('button', { name: 'Resend' }).click({ timeout: 40_000 })
  await expect(page.getByText('We sent it again.')).toBeVisible()
  const second = await mailedLink(request, lena.email, '/auth/verify/', 1)
  await page.goto(second)
  await page.getByLabel('Company name').fill('Lena Landscapes')
  await page.getByRole('combobox', { name: 'People' }).click()
  await page.getByRole('option', { name: '1–50', exact: true }).click()
  await page.getByRole('combobox', { name: 'Industry' }).click()
  await page.getByRole('option', { name: 'Other' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('denver')
  await page.getByRole('option', { name: 'America / Denver' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard/)

  // The new code is pasted exactly as the text shows it.
  const resend = onPhone.getByRole('button', { name: 'Resend' })
  await expect(resend).toBeVisible({ timeout: 70_000 })
  const before = (await textedCodes(request, phone)).length
  await resend.click()
  const code = await textedCode(request, phone, before)
  await onPhone.getByLabel('Digit 1 of 6').focus()
  await onPhone.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    `${code.slice(0, 3)} ${code.slice(3)}`,
  )
  await onPhone.waitForURL(/\/dashboard/)
})
