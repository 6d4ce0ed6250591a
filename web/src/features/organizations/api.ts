import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'

const organizations = api.injectEndpoints({
  endpoints: (build) => ({
    switchOrg: build.mutation<Reply<'switchOrg'>, string>({
      query: (organizationId) => call('switchOrg', { body: { organizationId } }),
    }),
  }),
})

/** The API call that switches the organization. */
export const { switchOrg } = organizations.endpoints
