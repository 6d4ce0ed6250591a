import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeSamlIdp, type SamlAnswer, type SamlIdp } from '../../server/test/kit/saml-idp.ts'

/** A SAML identity provider on loopback that logs every browser in as the person its test names. */
export interface SamlSite {
  idp: SamlIdp
  /** What it says about the browsers that come from now on. */
  expect(answer: SamlAnswer): void
  close(): void
}

/** Starts the identity provider. Its page posts the response back at once, as real ones do for who is logged in there. */
export async function startSamlSite(): Promise<SamlSite> {
  let answer: SamlAnswer = {}
  const made: { idp?: SamlIdp } = {}
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (!made.idp || !asked.searchParams.has('SAMLRequest')) return response.writeHead(204).end()
    const { acsUrl, relayState } = made.idp.readRequest(asked.href)
    const input = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`
    return response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>Log in</title><form method="post" action="${acsUrl}">` +
          `${input('SAMLResponse', made.idp.respond(asked.href, answer))}${input('RelayState', relayState)}</form>` +
          '<script>document.forms[0].submit()</script>',
      )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const idp = makeSamlIdp(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`)
  made.idp = idp
  return {
    idp,
    expect: (next) => {
      answer = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
