import { startDns } from '../server/test/kit/dns.ts'
import { startIdp } from '../server/test/kit/oidc-idp.ts'
import { createAccount, newUser } from './support/accounts.ts'
import { enter, expect, problemsInBothSchemes, test } from './support/test.ts'

// From an owner who connects the company's login to a teammate who logs in through it and is removed there.

test('an owner sets up single sign-on, a teammate logs in through it and is removed by provisioning', async ({
  page,
  request,
  browserOf,
  baseURL,
}) => {
  const dns = await startDns(Number(process.env.E2E_DNS_PORT))
  const idp = await startIdp(`${baseURL}/sso/oidc`)
  try {
    const owner = newUser('Olga')
    const domain = `${owner.email.replace(/^olga\.|@.*$/g, '')}.test`
    await enter(page, await createAccount(request, owner, 'Harbor Foods'))
    await page.goto('/dashboard/settings?tab=sso')

    const domains = page.getByRole('region', { name: 'Email domains of your company' })
    await domains.getByLabel('Add a domain').fill('not a domain')
    await domains.getByRole('button', { name: 'Add domain' }).click()
    await expect(domains).toContainText('Enter a domain like company.com.')
    await domains.getByLabel('Add a domain').fill(domain)
    await domains.getByRole('button', { name: 'Add domain' }).click()
    await expect(domains).toContainText('Not verified')
    await domains.getByRole('button', { name: 'Check record' }).click()
    await expect(page.getByText("We couldn't find the DNS record yet.")).toBeVisible()
    const value = (await domains.getByText(/^crewline-domain=/).textContent()) ?? ''
    dns.records.set(`_crewline.${domain}`, [value])
    await domains.getByRole('button', { name: 'Check record' }).click()
    await expect(domains.getByText('Verified', { exact: true })).toBeVisible()

    const provider = page.getByRole('region', { name: 'Identity provider' })
    await expect(provider).toContainText(`${baseURL}/sso/oidc`)
    await provider.getByLabel('Issuer').fill(idp.issuer)
    await provider.getByLabel('Client ID').fill(idp.clientId)
    await provider.getByLabel('Client secret').fill(idp.clientSecret)
    await provider.getByRole('button', { name: 'Save identity provider' }).click()
    await expect(page.getByText('Now run a test login.')).toBeVisible()

    idp.people.set('olga', { email: `olga@${domain}`, name: 'Olga Tester', groups: ['Everyone'] })
    idp.expect('olga')
    const use = page.getByRole('region', { name: 'Use single sign-on' })
    await use.getByRole('button', { name: 'Test login' }).click()
    await expect(page.getByRole('region', { name: 'Recent company logins' })).toContainText(`olga@${domain}`)
    const turnOn = use.getByRole('switch', { name: 'Let teammates log in through your company' })
    await turnOn.focus()
    await page.keyboard.press('Space')
    await expect(use.getByText('On', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Create token' }).click()
    const creating = page.getByRole('dialog', { name: 'Create SCIM token' })
    await creating.getByLabel('Name').fill('Okta')
    await creating.getByRole('button', { name: 'Create token' }).click()
    const shown = page.getByRole('dialog', { name: 'Your SCIM token' })
    const token = (await shown.getByText(/^crewscim_/).textContent()) ?? ''
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('list', { name: 'SCIM tokens' })).toContainText('Okta')
    expect(await problemsInBothSchemes(page)).toEqual([])

    const headers = { authorization: `Bearer ${token}` }
    const email = `fay@${domain}`
    const added = await request.post('/scim/v2/Users', {
      headers,
      data: { userName: email, name: { givenName: 'Fay', familyName: 'Ng' }, active: true },
    })
    expect(added.status()).toBe(201)
    const { id } = (await added.json()) as { id: string }

    // The teammate, with the keyboard only.
    idp.people.set('fay', { email, given_name: 'Fay', family_name: 'Ng' })
    idp.expect('fay')
    const hers = await browserOf(null)
    await hers.goto('/auth/login')
    await hers.getByRole('link', { name: 'Log in with your company' }).focus()
    await hers.keyboard.press('Enter')
    await expect(hers.getByRole('heading', { name: 'Log in with your company' })).toBeVisible()
    expect(await problemsInBothSchemes(hers)).toEqual([])
    await hers.getByLabel('Email').focus()
    await hers.keyboard.type('fay@elsewhere.test')
    await hers.keyboard.press('Enter')
    await expect(hers.getByText("No company login is set up for this email's domain.").first()).toBeVisible()
    await hers.getByLabel('Email').fill(email)
    await hers.keyboard.press('Enter')
    await hers.waitForURL(/\/dashboard/)
    await hers.goto('/dashboard/settings?tab=account')
    await expect(hers.getByText(email).first()).toBeVisible()

    const removed = await request.patch(`/scim/v2/Users/${id}`, {
      headers,
      data: { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
    })
    expect(removed.status()).toBe(200)
    // The open page hears of it by itself.
    await hers.waitForURL(/\/auth\/login/)
    await expect(hers.getByText('You were logged out.')).toBeVisible()
    const found = await request.post('/api/sso/discover', { data: { email } })
    const { slugs } = (await found.json()) as { slugs: string[] }
    await hers.goto(`/auth/sso/${slugs[0]}`)
    await expect(hers.getByText('Your access was removed.')).toBeVisible()
  } finally {
    dns.close()
    await idp.close()
  }
})
