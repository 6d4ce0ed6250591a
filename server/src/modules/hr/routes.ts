import {
  applyHrSync,
  connectHr,
  disconnectHr,
  discardHrSync,
  finishHrConnection,
  fixHrRow,
  hrSync,
  readHr,
  refreshHris,
  undoHrSync,
} from '@crewline/contract/hr'
import {
  connectHrFiles,
  createHrKey,
  hrFiles,
  revokeHrKey,
  saveHrColumns,
  uploadHrFile,
} from '@crewline/contract/hr-files'
import { connectHrScim, createHrScimKey, hrScim, revokeHrScimKey } from '@crewline/contract/hr-scim'
import { HR_FILE_MAX_BYTES } from '@crewline/contract/hr-limits'
import { serve, serveStreams } from '../../kernel/http/serve.ts'
import { createKey, revokeKey } from './file/keys.ts'
import { filesOf } from './file/files-views.ts'
import { chooseColumns, connectFiles, uploadFile } from './hr-files.ts'
import { connectScim, createScimKey, pushingOf } from './hr-scim.ts'
import { disconnect, finishConnection, save } from './connecting.ts'
import { apply, discard, fix, refresh, undo } from './service.ts'
import { overviewOf, rowsOf, syncOf } from './views.ts'

const uploading = serveStreams({ uploadHrFile }, HR_FILE_MAX_BYTES, {
  uploadHrFile: async (scope, { query, body }, kernel) => {
    await uploadFile(kernel, scope, { name: query.name, body })
    return filesOf(kernel, scope)
  },
})

const fileRoutes = serve(
  { hrFiles, connectHrFiles, saveHrColumns, createHrKey, revokeHrKey },
  {
    hrFiles: (scope, _call, kernel) => filesOf(kernel, scope),
    connectHrFiles: async (scope, { body }, kernel) => {
      await connectFiles(kernel, scope, body)
      return filesOf(kernel, scope)
    },
    saveHrColumns: async (scope, { body }, kernel) => {
      await chooseColumns(scope, body)
      return filesOf(kernel, scope)
    },
    createHrKey: async (scope, { body }, kernel) => {
      const { name, publicKey } = body
      const kind = publicKey === undefined ? { kind: 'https' as const } : { kind: 'sftp' as const, publicKey }
      const secret = await createKey(kernel, scope, { name, ...kind })
      return { ...(await filesOf(kernel, scope)), secret }
    },
    revokeHrKey: async (scope, { params }, kernel) => {
      await revokeKey(scope, params.id)
      return filesOf(kernel, scope)
    },
  },
)

const scimRoutes = serve(
  { hrScim, connectHrScim, createHrScimKey, revokeHrScimKey },
  {
    hrScim: (scope, _call, kernel) => pushingOf(kernel, scope),
    connectHrScim: async (scope, { body }, kernel) => {
      await connectScim(kernel, scope, body)
      return pushingOf(kernel, scope)
    },
    createHrScimKey: async (scope, { body }, kernel) => {
      const secret = await createScimKey(kernel, scope, body.name)
      return { ...(await pushingOf(kernel, scope)), secret }
    },
    revokeHrScimKey: async (scope, { params }, kernel) => {
      await revokeKey(scope, params.id)
      return pushingOf(kernel, scope)
    },
  },
)

const hrRoutes = serve(
  {
    readHr,
    connectHr,
    finishHrConnection,
    disconnectHr,
    refreshHris,
    hrSync,
    applyHrSync,
    discardHrSync,
    undoHrSync,
    fixHrRow,
  },
  {
    readHr: (scope, _call, kernel) => overviewOf(kernel, scope),
    connectHr: (scope, { body }, kernel) => save(kernel, scope, body),
    finishHrConnection: async (scope, { params, query }, kernel) => {
      await finishConnection(kernel, scope, { ...query, orgId: params.orgId })
      return overviewOf(kernel, scope)
    },
    disconnectHr: async (scope, { query }, kernel) => {
      await disconnect(kernel, scope, query.keepContacts === 'true')
      return overviewOf(kernel, scope)
    },
    refreshHris: (scope) => refresh(scope),
    hrSync: async (scope, { params, query }) => ({
      sync: await syncOf(scope, params.id),
      ...(await rowsOf(scope, params.id, query)),
    }),
    applyHrSync: async (scope, { params, body }) => {
      await apply(scope, params.id, body)
      return { sync: await syncOf(scope, params.id) }
    },
    discardHrSync: async (scope, { params }) => {
      await discard(scope, params.id)
      return { sync: await syncOf(scope, params.id) }
    },
    undoHrSync: async (scope, { params }) => {
      await undo(scope, params.id)
      return { sync: await syncOf(scope, params.id) }
    },
    fixHrRow: async (scope, { params, body }) => {
      await fix(scope, params.id, body)
      return { sync: await syncOf(scope, params.id) }
    },
  },
)

export const routes = [...uploading, ...fileRoutes, ...scimRoutes, ...hrRoutes]
