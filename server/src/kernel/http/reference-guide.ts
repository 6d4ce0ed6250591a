import { API_KEY_CALLS_AT_ONCE, API_KEY_CALLS_PER_MINUTE, API_KEY_PREFIX } from '@crewline/contract/api-key-limits'
import { IDEMPOTENCY_KEY_MAX } from '@crewline/contract/idempotency'
import { PAGE_SIZE_MAX } from '@crewline/contract/limits'
import { WEBHOOK_ATTEMPTS_MAX, WEBHOOK_TOLERANCE_S } from '@crewline/contract/webhook-limits'

/** A section of the guide at the top of the API reference; its HTML is ours and needs no escaping. */
export interface GuideSection {
  id: string
  title: string
  html: string
}

const code = (text: string) =>
  `<pre><code>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code></pre>`

/** How to call the API, before the list of its calls. */
export const GUIDE: readonly GuideSection[] = [
  {
    id: 'authentication',
    title: 'Authentication',
    html: `<p>Create a key in Settings, <em>API and webhooks</em>. It is shown once, begins with <code>${API_KEY_PREFIX}</code> and has the permissions and groups you choose. Send it with every call:</p>
${code(`curl "$CREWLINE/api/contact?id=$CONTACT" \\
  -H "Authorization: Bearer $CREWLINE_KEY"`)}
<p>A key works with the same calls as the pages. Calls about a person's own account, drafts or notifications refuse keys with <code>not_for_api_keys</code>; a call that needs a permission the key lacks answers <code>not_permitted</code>. What a key does is shown as “API key” and its name. A key that was revoked, replaced or has expired gets 403 <code>session_invalid</code>. Keep keys on servers, never in a page or an app.</p>`,
  },
  {
    id: 'single-sign-on',
    title: 'Single sign-on and provisioning',
    html: `<p>Settings, <em>Single sign-on</em>, shows what to enter at the identity provider. <strong>Okta</strong>: an OIDC web application with the redirect URI, issuer <code>https://company.okta.com</code> and a groups claim named <code>groups</code>. <strong>Microsoft Entra ID</strong>: an app registration with the redirect URI, issuer <code>https://login.microsoftonline.com/TENANT/v2.0</code>, and the optional claims <code>email</code> and <code>groups</code>. <strong>Google</strong>: an OAuth client of type web application with the redirect URI, issuer <code>https://accounts.google.com</code>. With SAML 2.0, give the identity provider our metadata, sign the assertion, and send the attributes <code>email</code>, <code>firstName</code>, <code>lastName</code> and <code>groups</code>.</p>
<p>Provisioning speaks SCIM 2.0 at <code>/scim/v2</code> with a token from the same page: <code>Users</code> and <code>Groups</code> with filters, pages and PATCH. Emails must be of a verified domain. <code>active: false</code> or DELETE ends the person's sessions at once. Workers, who never log in, are pushed to <code>/hr/scim/v2</code> with a key from Settings, <em>Integrations</em>.</p>
${code(`curl "$CREWLINE/scim/v2/Users?filter=userName%20eq%20%22ann@company.com%22" \\
  -H "Authorization: Bearer $SCIM_TOKEN"`)}`,
  },
  {
    id: 'errors',
    title: 'Errors',
    html: `<p>Every response is JSON with <code>status</code> <code>OK</code> or <code>ERROR</code>. An error has a stable <code>code</code>, a <code>message</code> in the language of <code>Accept-Language</code>, <code>fieldErrors</code> by field name where input is wrong, and a <code>requestId</code> to give to support, which every response also has in the header <code>x-request-id</code>.</p>
${code(`{
  "status": "ERROR",
  "code": "invalid",
  "message": "Some fields need to be fixed.",
  "fieldErrors": { "phone": "Enter a mobile number with its area code, like (555) 010-2233." },
  "requestId": "0192f0c1-7c4e-7a31-9d2b-5f6a7b8c9d0e"
}`)}
<p>400: the input is wrong. 403: the key or session is not valid, and nothing else. 401 <code>past_due</code>: the account is past due. 404: it does not exist, or you cannot see it. 409: something changed meanwhile. 422: not allowed, or not possible. 429 and 503: try again after <code>Retry-After</code> seconds. 500: our mistake; nothing was changed.</p>`,
  },
  {
    id: 'paging',
    title: 'Paging',
    html: `<p>Lists take <code>pageSize</code> (at most ${PAGE_SIZE_MAX}) and return <code>nextCursor</code> while there is more. Pass it as <code>cursor</code> to get the next page; its content is not documented and changes.</p>`,
  },
  {
    id: 'idempotency',
    title: 'Repeating calls',
    html: `<p>When a POST gets no response, you don't know whether it was carried out. Send each one with an <code>Idempotency-Key</code> of your own, such as a UUID (at most ${IDEMPOTENCY_KEY_MAX} characters), and repeat it with the same key and body: for 24 hours the repeat gets the first response, with the header <code>Idempotency-Replayed: true</code>, and has no second effect.</p>
${code(`curl "$CREWLINE/api/message" \\
  -H "Authorization: Bearer $CREWLINE_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H 'Content-Type: application/json' \\
  -d '{"contactId":"…","body":"Your shift starts at 7."}'`)}
<p>The same key with another body answers 409 <code>idempotency_key_reused</code>; while the first call is still running, 409 <code>idempotency_in_progress</code> with <code>Retry-After</code>. A call that was refused and changed nothing can be corrected and sent with the same key. In the rare case that a call was carried out and its response lost on our side, the repeat answers 409 <code>idempotency_lost</code>: read the current state before you use a new key. Calls that answer with a file ignore the header.</p>`,
  },
  {
    id: 'rate-limits',
    title: 'Rate limits',
    html: `<p>A key may make ${API_KEY_CALLS_PER_MINUTE} calls a minute and ${API_KEY_CALLS_AT_ONCE} at the same time. Every response to a key says what is left and for how many seconds:</p>
${code(`RateLimit-Policy: "api-key";q=${API_KEY_CALLS_PER_MINUTE};w=60
RateLimit: "api-key";r=598;t=42`)}
<p>Beyond that, calls answer 429 <code>slow_down</code> with <code>Retry-After</code>. Some calls, such as sending, have limits of their own.</p>`,
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    html: `<p>Add an address in Settings, <em>API and webhooks</em>, to get events by POST as they happen. Answer with any status from 200 to 299 within ten seconds, and do slow work afterward. Anything else, redirects included, is tried again, ${WEBHOOK_ATTEMPTS_MAX} times over about 24 hours; 410 turns the webhook off. Events can arrive more than once, with the same <code>webhook-id</code>, and now and then out of order: use <code>timestamp</code> and the state in <code>data</code>.</p>
<p>Deliveries are signed as <a href="https://www.standardwebhooks.com" rel="noopener">Standard Webhooks</a> defines it, so its libraries verify them. By hand in Node:</p>
${code(`import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the raw text, before JSON.parse. secret: whsec_…
function isGenuine(headers, body, secret) {
  const id = headers['webhook-id']
  const at = Number(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - at) < ${WEBHOOK_TOLERANCE_S})) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((part) => {
    const given = Buffer.from(part.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`)}`,
  },
]
