/** How the two identity providers that most companies have speak SCIM: the requests of their provisioning. */

/** The extension of SCIM for people who work somewhere. */
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** A worker as a test names them; the rest follows from the number `nth`. */
export interface TestWorker {
  nth: number
  firstname: string
  lastname?: string
  department?: string
}

const phoneOf = (nth: number) => `+1510555${String(3000 + nth)}`

/** Okta creates a user with everything, and later sends the whole user again. */
export function oktaUser({ nth, firstname, lastname = 'Okta', department = 'Packing' }: TestWorker, more: object = {}) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
    userName: `worker${nth}@example.com`,
    externalId: `00u${nth}`,
    name: { givenName: firstname, familyName: lastname },
    emails: [{ primary: true, value: `worker${nth}@example.com`, type: 'work' }],
    phoneNumbers: [{ primary: true, value: phoneOf(nth), type: 'mobile' }],
    title: 'Packer',
    displayName: `${firstname} ${lastname}`,
    locale: 'en-US',
    groups: [],
    active: true,
    [ENTERPRISE]: { employeeNumber: `W-${nth}`, department, manager: { displayName: 'Mo Boss', value: '00u99' } },
    ...more,
  }
}

/** Okta deactivates with a patch that has no path. */
export const oktaActive = (active: boolean) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', value: { active } }],
})

/** Entra ID creates a user with little, and patches the rest attribute by attribute. */
export function entraUser({ nth, firstname, lastname = 'Entra' }: TestWorker) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
    externalId: `worker${nth}`,
    userName: `worker${nth}@example.onmicrosoft.com`,
    active: true,
    displayName: `${firstname} ${lastname}`,
    meta: { resourceType: 'User' },
    name: { formatted: `${firstname} ${lastname}`, familyName: lastname, givenName: firstname },
  }
}

/** The patch that follows, in the manner of Entra ID. */
export const entraPatch = ({ nth, department = 'Packing' }: TestWorker) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: phoneOf(nth) },
    { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Austin' },
    { op: 'Replace', path: 'addresses[type eq "work"].formatted', value: 'South plant' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: `worker${nth}@example.com` },
    { op: 'Replace', path: 'title', value: 'Packer' },
    { op: 'Add', path: `${ENTERPRISE}:employeeNumber`, value: `W-${nth}` },
    { op: 'Replace', path: `${ENTERPRISE}:department`, value: department },
    { op: 'Replace', path: `${ENTERPRISE}:manager`, value: { value: '99' } },
  ],
})

/** Entra ID writes booleans as texts. */
export const entraActive = (active: 'True' | 'False') => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'Replace', path: 'active', value: active }],
})
