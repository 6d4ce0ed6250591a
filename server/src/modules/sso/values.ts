import type { Kernel } from '../../kernel/kernel.ts'

/** What an administrator enters at the identity provider. */
export interface Values {
  redirectUri: string
  acsUrl: string
  entityId: string
  loginUrl: string
  scimUrl: string
}

/** Returns the addresses of this server for an organization, from its public address and never from a request. */
export function valuesOf({ config }: Pick<Kernel, 'config'>, slug: string): Values {
  const { publicUrl } = config
  const encoded = encodeURIComponent(slug)
  return {
    redirectUri: `${publicUrl}/sso/oidc`,
    acsUrl: `${publicUrl}/sso/saml/${encoded}/acs`,
    entityId: `${publicUrl}/sso/saml/${encoded}`,
    loginUrl: `${publicUrl}/auth/sso/${encoded}`,
    scimUrl: `${publicUrl}/scim/v2`,
  }
}

/** Where the client secret of an organization is stored, for its encryption. */
export function secretContextOf(orgId: string): string {
  return `sso_connection|client_secret|${orgId}`
}

/** Returns the encryption context of what a log-in remembers until the identity provider answers. */
export function requestContextOf(id: string): string {
  return `sso_attempt|request|${id}`
}
