import type { Grant } from '@crewline/contract/grants'
import type { GRANTABLE_PERMISSIONS } from '@crewline/contract/grantable'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { isNotProven, useProof } from '../accounts/index.ts'
import classes from './Family.module.css'
import { GrantDrawer } from './GrantDrawer.tsx'
import { GrantList } from './GrantList.tsx'
import { useAcceptGrantMutation, useEndGrantMutation, useGrantsQuery } from './grants-api.ts'

type Granted = (typeof GRANTABLE_PERMISSIONS)[number][]

/** What teammates of the parent may do in its children: given by the parent, accepted and ended by the child. */
export function Grants({ family }: { family: Reply<'readFamily'> }) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const isOwner = useSession(({ auth }) => auth.user?.role === 'owner')
  const { data, isError, refetch } = useGrantsQuery()
  const [acceptGrant] = useAcceptGrantMutation()
  const [endGrant] = useEndGrantMutation()
  const { proven, dialog } = useProof()
  const [isOpen, setOpen] = useState(false)
  const [changed, setChanged] = useState<Grant>()
  const [ended, setEnded] = useState<Grant>()
  const name = ended?.name ?? ''

  const failed = (error: unknown) => {
    if (!isNotProven(error)) toast.failed(error, { title: t`Couldn't save the change`, message: describeError(error) })
  }
  async function accept({ id, offered, name: who }: Grant): Promise<void> {
    const permissions = (offered ?? []) as Granted
    const { error } = await proven(() => acceptGrant({ id, permissions }))
    if (error) return failed(error)
    toast.api({ title: who, message: t`Access accepted.` }, 'OK')
  }
  function show(grant?: Grant): void {
    setChanged(grant)
    setOpen(true)
  }
  const give = (
    <Button variant="default" onClick={() => show()}>
      <Trans>Give access to a teammate</Trans>
    </Button>
  )
  if (isError && !data) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <>
      {dialog}
      {family.parent && (
        <section className={classes.section}>
          <h2>
            <Trans>Access by the parent organization</Trans>
          </h2>
          {data.received.length === 0 ? (
            <p className={classes.hint}>
              <Trans>No teammate of the parent organization can act here. An owner has to accept it first.</Trans>
            </p>
          ) : (
            <GrantList
              label={t`Access by the parent organization`}
              grants={data.received}
              other="parent"
              onAccept={isOwner ? (grant) => void accept(grant) : undefined}
              onEnd={setEnded}
            />
          )}
        </section>
      )}
      {family.children.length > 0 && (
        <section className={classes.section}>
          <h2>
            <Trans>Access to sub-organizations</Trans>
          </h2>
          {data.given.length === 0 ? (
            <StatePanel
              kind="firstUse"
              compact
              icon={IconUserShield}
              title={t`No teammate has access yet`}
              text={t`Choose what a teammate may do in sub-organizations. An owner there has to accept it.`}
              action={give}
            />
          ) : (
            <>
              <GrantList
                label={t`Access to sub-organizations`}
                grants={data.given}
                other="child"
                onChange={show}
                onEnd={setEnded}
              />
              <div className={classes.more}>{give}</div>
            </>
          )}
        </section>
      )}
      {isOpen && <GrantDrawer family={family} grant={changed} onClose={() => setOpen(false)} />}
      <ConfirmCount
        isOpen={ended !== undefined}
        onCancel={() => setEnded(undefined)}
        title={t`End access of ${name}?`}
        confirmLabel={t`End access`}
        onConfirm={async () => {
          const { error } = ended ? await endGrant(ended.id) : {}
          if (error) failed(error)
          setEnded(undefined)
        }}
      >
        {ended?.permissions.length === 0 ? (
          <Trans>They can't act in the sub-organization yet, so nothing else changes.</Trans>
        ) : (
          <Trans>They're logged out of the sub-organization right away. Their conversations become unassigned.</Trans>
        )}
      </ConfirmCount>
    </>
  )
}
