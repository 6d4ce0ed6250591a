import { GROUP_SCHEMA, USER_SCHEMA } from './rules.ts'
import { SCIM_PAGE_MAX } from '@crewline/contract/scim-limits'

const text = (name: string, more: Record<string, unknown> = {}) => ({
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
export function serviceProviderConfig(base: string): Record<string, unknown> {
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
        description: 'A SCIM token from Settings, Single sign-on.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

/** The two kinds of resources. */
export function resourceTypes(base: string): Record<string, unknown>[] {
  return [
    { id: 'User', endpoint: '/Users', schema: USER_SCHEMA, description: 'A member of the organization.' },
    { id: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA, description: 'A group that can give a role.' },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    name: type.id,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }))
}

/** The attributes that are kept of each kind. */
export function schemas(base: string): Record<string, unknown>[] {
  const user = {
    id: USER_SCHEMA,
    name: 'User',
    description: 'A member of the organization.',
    attributes: [
      text('userName', { required: true, uniqueness: 'server' }),
      text('externalId', { caseExact: true }),
      text('displayName', { mutability: 'readOnly' }),
      {
        ...text('name'),
        type: 'complex',
        subAttributes: [text('givenName'), text('familyName'), text('formatted', { mutability: 'readOnly' })],
      },
      {
        ...text('emails'),
        type: 'complex',
        multiValued: true,
        subAttributes: [text('value'), text('type'), { ...text('primary'), type: 'boolean' }],
      },
      { ...text('active'), type: 'boolean' },
      {
        ...text('groups', { mutability: 'readOnly' }),
        type: 'complex',
        multiValued: true,
        subAttributes: [text('value', { mutability: 'readOnly' }), text('display', { mutability: 'readOnly' })],
      },
    ],
  }
  const group = {
    id: GROUP_SCHEMA,
    name: 'Group',
    description: 'A group of the identity provider; the rules of single sign-on say which role it gives.',
    attributes: [
      text('displayName', { required: true, uniqueness: 'server' }),
      text('externalId', { caseExact: true }),
      {
        ...text('members'),
        type: 'complex',
        multiValued: true,
        subAttributes: [text('value', { mutability: 'immutable' }), text('type', { mutability: 'immutable' })],
      },
    ],
  }
  return [user, group].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
}
