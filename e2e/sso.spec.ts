import { startDns } from '../server/test/kit/dns.ts'
import { startIdp } from '../server/test/kit/oidc-idp.ts'
import { appCode, callAs, createAccount, fillLogIn, mailedLink, newUser } from './support/accounts.ts'
import { startSamlSite } from './support/saml.ts'
import { enter, expect, haveSession, openListening, problemsInBothSchemes, test } from './support/test.ts'

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
    // A moment after the login is in the list.
    await expect(turnOn).toBeEnabled()
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

test('with SAML a company requires its login, keeps a way in for an owner, and asks for it again before changes', async ({
  page,
  request,
  browserOf,
}) => {
  const dns = await startDns(Number(process.env.E2E_DNS_PORT))
  const site = await startSamlSite()
  try {
    const owner = newUser('Oda')
    const domain = `${owner.email.replace(/^oda\.|@.*$/g, '')}.test`
    const token = await createAccount(request, owner, 'Saml Foods')
    const call = <T>(method: string, path: string, data?: unknown) => callAs<T>(request, token, [method, path], data)
    await call('POST', '/user/prove', { password: owner.password })
    const { secret } = await call<{ secret: string }>('POST', '/user/mfa/set-up')
    await call('POST', '/user/mfa', { method: 'totp', code: appCode(secret, -1) })
    interface Domains {
      sso: { domains: { recordName: string; recordValue: string }[] }
    }
    const [record] = (await call<Domains>('POST', '/sso/domain', { domain })).sso.domains
    dns.records.set(record?.recordName ?? '', [record?.recordValue ?? ''])
    await call('POST', '/sso/domain/verify', { domain })
    await call('PUT', '/sso/rules', { createsMembers: true, defaultRole: 'admin', groupRoles: [] })
    // A teammate with a password, who has a page open.
    const ben = newUser('Ben')
    await call('POST', '/organization/team', { email: ben.email, role: 'admin' })
    const invitation = (await mailedLink(request, ben.email, '/auth/accept-invitation/')).split('/').at(-1)
    const { firstname, lastname, password } = ben
    await callAs(request, '', ['POST', '/user/accept-invitation'], { token: invitation, firstname, lastname, password })
    const his = await browserOf(null)
    await haveSession(his, ben.email, ben.password)
    await openListening(his, '/dashboard/settings?tab=account')

    // The owner pastes the metadata, tests the login and turns it on.
    await enter(page, token)
    await page.goto('/dashboard/settings?tab=sso')
    const provider = page.getByRole('region', { name: 'Identity provider' })
    await provider.getByText('SAML 2.0', { exact: true }).click()
    await provider.getByLabel('Metadata of the identity provider').fill(site.idp.metadata)
    await provider.getByRole('button', { name: 'Save identity provider' }).click()
    await expect(page.getByText('Now run a test login.')).toBeVisible()
    site.expect({ nameId: 'oda', email: `oda@${domain}` })
    const use = page.getByRole('region', { name: 'Use single sign-on' })
    await use.getByRole('button', { name: 'Test login' }).click()
    await expect(page.getByRole('region', { name: 'Recent company logins' })).toContainText(`oda@${domain}`)
    const turnOn = use.getByRole('switch', { name: 'Let teammates log in through your company' })
    // A moment after the login is in the list.
    await expect(turnOn).toBeEnabled()
    await turnOn.focus()
    await page.keyboard.press('Space')
    await expect(use.getByText('On', { exact: true })).toBeVisible()

    // She requires it: his page goes to the login, where his password no longer works, and hers stays.
    const required = use.getByRole('switch', { name: 'Require single sign-on' })
    await expect(required).toBeEnabled()
    await required.focus()
    await page.keyboard.press('Space')
    const asking = page.getByRole('dialog', { name: 'Require single sign-on?' })
    await asking.getByRole('button', { name: 'Require it' }).click()
    await expect(use.getByText('Required', { exact: true })).toBeVisible()
    await expect(use.getByRole('checkbox', { name: 'Oda Tester' })).toBeChecked()
    await his.waitForURL(/\/auth\/login/)
    await expect(his.getByText('You were logged out.')).toBeVisible()
    await fillLogIn(his, ben)
    await expect(his.getByText('Saml Foods requires logging in through your company').first()).toBeVisible()
    await page.reload()
    await expect(use.getByText('Required', { exact: true })).toBeVisible()
    // If the identity provider fails, she still logs in with password and code.
    const spare = await browserOf(null)
    await spare.goto('/auth/login')
    await fillLogIn(spare, owner)
    await spare.getByLabel('Digit 1 of 6').focus()
    await spare.keyboard.type(appCode(secret))
    await spare.waitForURL(/\/dashboard/)

    // A new teammate logs in through the company. A change needs the login again.
    site.expect({ nameId: 'fay', email: `fay@${domain}`, firstname: 'Fay', lastname: 'Ng' })
    const hers = await browserOf(null)
    await hers.goto('/auth/sso')
    await hers.getByLabel('Email').fill(`fay@${domain}`)
    await hers.keyboard.press('Enter')
    await hers.waitForURL(/\/dashboard/)
    const createKey = async () => {
      await hers.getByRole('region', { name: 'API keys' }).getByRole('button', { name: 'Create key' }).click()
      const creating = hers.getByRole('dialog', { name: 'Create API key' })
      await creating.getByLabel('Name').fill('Payroll')
      await creating.getByRole('checkbox').first().check()
      await creating.getByRole('button', { name: 'Create key' }).click()
    }
    await hers.goto('/dashboard/settings?tab=api')
    await createKey()
    const proof = hers.getByRole('dialog', { name: "Confirm it's you" })
    await expect(proof).toContainText('Log in with your company again to continue.')

    // The identity provider sends her back without a check.
    site.expect({ nameId: 'fay', email: `fay@${domain}`, authnInstant: -900 })
    await proof.getByRole('link', { name: 'Log in again' }).click()
    await expect(hers.getByText('The identity provider did not check you again.')).toBeVisible()
    site.expect({ nameId: 'fay', email: `fay@${domain}` })
    await hers.goto('/dashboard/settings?tab=api')
    await createKey()
    await proof.getByRole('link', { name: 'Log in again' }).click()
    // The address is the same before and after.
    await expect(proof).toHaveCount(0)
    await hers.waitForURL(/\/dashboard\/settings/)
    await createKey()
    await expect(hers.getByRole('dialog', { name: 'Your key "Payroll"' })).toBeVisible()

    // Her history says what was refused, and why.
    await hers.goto('/dashboard/settings?tab=security')
    const refused = hers.getByRole('list', { name: 'Log-ins' }).getByRole('listitem').filter({ hasText: 'Refused' })
    await expect(refused).toContainText('The identity provider did not check the person again.')
    expect(await problemsInBothSchemes(hers)).toEqual([])
  } finally {
    dns.close()
    site.close()
  }
})
