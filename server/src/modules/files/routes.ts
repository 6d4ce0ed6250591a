import { openFile, uploadFile } from '@crewline/contract/files'
import { uploadLogo } from '@crewline/contract/logos'
import { serve } from '../../kernel/http/serve.ts'
import { uploadLogo as uploadLogoFile } from './logos.ts'
import { mediaItem } from './stored.ts'
import { upload } from './upload.ts'
import { storedById } from './views.ts'

export const routes = serve(
  { uploadFile, openFile, uploadLogo },
  {
    uploadFile: (scope, { query, body }, kernel) => upload(scope, { name: query.name, bytes: body }, kernel),
    uploadLogo: (scope, { query, body }, kernel) => uploadLogoFile(scope, kernel, { name: query.name, bytes: body }),
    openFile: async (scope, { params, fail }) => {
      const stored = (await storedById(scope.db, params.id)) ?? fail('not_found')
      return { file: mediaItem(scope.orgId, stored, scope.world.now().getTime()) }
    },
  },
)
