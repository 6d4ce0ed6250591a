import { GROUP_SCHEMA, USER_SCHEMA } from './rules.ts'
import { SCIM_PAGE_MAX } from '@crewline/contract/scim-limits'

/** A text attribute as a schema describes it (RFC 7643, 7). */
export const attribute = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description: name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

/** What this server supports (RFC 7643, 5). */
export function serviceProviderConfig(base: string, page = 'Single sign-on'): Record<string, unknown> {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: SCIM_PAGE_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: `A SCIM token from Settings, ${page}.`,
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

/** The two kinds of resources. */
export function resourceTypes(base: string): Record<string, unknown>[] {
  const types = [
    { id: 'User', endpoint: '/Users', schema: USER_SCHEMA, description: 'A member of the organization.' },
    { id: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA, description: 'A group that can give a role.' },
  ]
  return describe('ResourceType', base, types)
}

/** Completes descriptions of a kind, which are resources themselves. */
export function describe<T extends { id: string }>(
  kind: 'ResourceType' | 'Schema',
  base: string,
  described: T[],
): (T & Record<string, unknown>)[] {
  return described.map((entry) => ({
    schemas: [`urn:ietf:params:scim:schemas:core:2.0:${kind}`],
    name: entry.id,
    ...entry,
    meta: { resourceType: kind, location: `${base}/${kind}s/${entry.id}` },
  }))
}

/** The attributes that are kept of each kind. */
export function schemas(base: string): Record<string, unknown>[] {
  const user = {
    id: USER_SCHEMA,
    name: 'User',
    description: 'A member of the organization.',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName', { mutability: 'readOnly' }),
      {
        ...attribute('name'),
        type: 'complex',
        subAttributes: [
          attribute('givenName'),
          attribute('familyName'),
          attribute('formatted', { mutability: 'readOnly' }),
        ],
      },
      {
        ...attribute('emails'),
        type: 'complex',
        multiValued: true,
        subAttributes: [attribute('value'), attribute('type'), { ...attribute('primary'), type: 'boolean' }],
      },
      { ...attribute('active'), type: 'boolean' },
      {
        ...attribute('groups', { mutability: 'readOnly' }),
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', { mutability: 'readOnly' }),
          attribute('display', { mutability: 'readOnly' }),
        ],
      },
    ],
  }
  const group = {
    id: GROUP_SCHEMA,
    name: 'Group',
    description: 'A group of the identity provider; the rules of single sign-on say which role it gives.',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      {
        ...attribute('members'),
        type: 'complex',
        multiValued: true,
        subAttributes: [
          attribute('value', { mutability: 'immutable' }),
          attribute('type', { mutability: 'immutable' }),
        ],
      },
    ],
  }
  return describe('Schema', base, [user, group])
}
