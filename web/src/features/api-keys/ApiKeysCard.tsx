import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Button, Menu } from '@mantine/core'
import { IconDots, IconKey, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { isNotProven, useProof } from '../accounts/index.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { ApiKeyForm } from './ApiKeyForm.tsx'
import classes from './ApiKeys.module.css'
import {
  useApiKeysQuery,
  useRevokeApiKeyMutation,
  useRotateApiKeyMutation,
  type ApiKey,
  type IssuedKey,
} from './api.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'

/** How long a replaced key keeps working, in hours. */
const OVERLAP_HOURS = 24

type Asking = { what: 'edit' | 'rotate' | 'revoke'; apiKey: ApiKey }

/** The keys with which programs call the API: create, replace and revoke. */
export function ApiKeysCard() {
  const { t } = useLingui()
  const { data, isError, error, refetch } = useApiKeysQuery()
  const [isCreating, setCreating] = useState(false)
  const [asking, setAsking] = useState<Asking>()
  const [issued, setIssued] = useState<IssuedKey>()
  const { rotate, revoke, dialog } = useKeyActions(setIssued)
  const name = asking?.apiKey.name ?? ''
  return (
    <SettingsCard
      id="api-keys"
      title={t`API keys`}
      text={
        <Trans>
          Let your own programs read and change what you choose.{' '}
          <Anchor href="/api/docs" target="_blank" rel="noopener" td="underline">
            Read the API reference
          </Anchor>
        </Trans>
      }
      state={
        <Button size="compact-sm" variant="default" onClick={() => setCreating(true)}>
          <Trans>Create key</Trans>
        </Button>
      }
    >
      {dialog}
      {isError && !data && <StatePanel kind="error" error={error} compact onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={2} />}
      {data?.length === 0 && (
        <StatePanel
          kind="firstUse"
          icon={IconKey}
          title={t`No API keys yet`}
          text={t`A key lets a program work here with the permissions you give it.`}
          compact
        />
      )}
      {data && data.length > 0 && (
        <ul className={entries.list}>
          {data.map((apiKey) => (
            <KeyEntry key={apiKey.id} apiKey={apiKey} onAsk={(what) => setAsking({ what, apiKey })} />
          ))}
        </ul>
      )}
      <RecordDrawer isOpen={isCreating} onClose={() => setCreating(false)} title={t`Create API key`}>
        <ApiKeyForm
          onClose={() => setCreating(false)}
          onSaved={(created) => {
            setCreating(false)
            setIssued(created)
          }}
        />
      </RecordDrawer>
      <RecordDrawer
        isOpen={asking?.what === 'edit'}
        onClose={() => setAsking(undefined)}
        title={t`What "${name}" may do`}
      >
        <ApiKeyForm
          key={asking?.apiKey.id}
          apiKey={asking?.apiKey}
          onClose={() => setAsking(undefined)}
          onSaved={() => {
            setAsking(undefined)
            toast.api({ title: t`Saved`, message: t`"${name}" works with this from its next call.` }, 'OK')
          }}
        />
      </RecordDrawer>
      {issued && <NewKeyDialog issued={issued} onClose={() => setIssued(undefined)} />}
      <ConfirmCount
        isOpen={asking?.what === 'revoke'}
        title={t`Revoke the key "${name}"?`}
        confirmLabel={t`Revoke key`}
        isDestructive
        onCancel={() => setAsking(undefined)}
        onConfirm={async () => {
          if (asking) await revoke(asking.apiKey)
          setAsking(undefined)
        }}
      >
        <Trans>Programs that use it stop working right away. You can't undo this.</Trans>
      </ConfirmCount>
      <ConfirmCount
        isOpen={asking?.what === 'rotate'}
        title={t`Replace the key "${name}"?`}
        confirmLabel={t`Replace key`}
        onCancel={() => setAsking(undefined)}
        onConfirm={async () => {
          setAsking(undefined)
          if (asking) await rotate(asking.apiKey)
        }}
      >
        <Trans>You get a new key. The old one keeps working for 24 hours, so that you can switch your programs.</Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}

function useKeyActions(onIssued: (issued: IssuedKey) => void) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [replace] = useRotateApiKeyMutation()
  const [end] = useRevokeApiKeyMutation()
  const { proven, dialog } = useProof()
  return {
    dialog,
    rotate: async ({ id }: ApiKey): Promise<void> => {
      const { data, error } = await proven(() => replace({ id, overlapHours: OVERLAP_HOURS }))
      if (data) onIssued(data)
      else if (!isNotProven(error))
        toast.failed(error, { title: t`Couldn't replace the key`, message: messageFor(error) })
    },
    revoke: async ({ id, name }: ApiKey): Promise<void> => {
      const { error } = await end(id)
      if (error) toast.failed(error, { title: t`Couldn't revoke the key`, message: messageFor(error) })
      else toast.api({ title: t`Key revoked`, message: t`"${name}" no longer works.` }, 'OK')
    },
  }
}

/** Shows a key: its name, what it may do, and when it was last used. */
function KeyEntry({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: (what: Asking['what']) => void }) {
  const { t } = useLingui()
  const { name, start, permissions, groups, state, createdBy, lastUsedAt, expiresAt } = apiKey
  const groupNames = groups?.map((group) => group.name).join(', ')
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <bdi>{name}</bdi>
          <span className={`${entries.quiet} ${classes.start}`}>{t`${start}…`}</span>
          {state === 'revoked' && (
            <span className={entries.quiet}>
              <Trans>Revoked</Trans>
            </span>
          )}
          {state === 'expired' && (
            <span className={entries.quiet}>
              <Trans>Expired</Trans>
            </span>
          )}
        </span>
        <p className={`${entries.words} ${classes.wraps}`}>
          <Plural value={permissions.length} one="# permission" other="# permissions" />
          {groupNames && (
            <>
              {' · '}
              <bdi>{groupNames}</bdi>
            </>
          )}
          {' · '}
          {lastUsedAt ? (
            <Trans>
              Last used <RelativeTime at={lastUsedAt} />
            </Trans>
          ) : (
            <Trans>Never used</Trans>
          )}
          {state === 'active' && expiresAt && (
            <>
              {' · '}
              <Trans>
                Expires <RelativeTime at={expiresAt} />
              </Trans>
            </>
          )}
        </p>
        <p className={`${entries.words} ${classes.wraps}`}>
          {createdBy.isMember ? (
            <Trans>
              Created by <bdi>{createdBy.name}</bdi>
            </Trans>
          ) : (
            <Trans>
              Created by <bdi>{createdBy.name}</bdi>, who left. Replace it if they may have a copy.
            </Trans>
          )}
        </p>
      </div>
      {state === 'active' && (
        <Menu position="bottom-end" width={224}>
          <Menu.Target>
            <ActionIcon aria-label={t`More options for ${name}`}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => onAsk('edit')}>
              <Trans>Change permissions…</Trans>
            </Menu.Item>
            <Menu.Item leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => onAsk('rotate')}>
              <Trans>Replace</Trans>
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => onAsk('revoke')}>
              <Trans>Revoke</Trans>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
