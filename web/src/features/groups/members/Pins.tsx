import type { Group } from '@crewline/contract/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { canEditMembers } from '../group-rules.ts'
import classes from '../Groups.module.css'
import { useGroupPinsInfiniteQuery, useUnpinContactsMutation } from './members-api.ts'
import { useGroupRefusal } from '../edit/useGroupRefusal.ts'

export interface PinsProps {
  group: Group
  kind: 'in' | 'out'
  onClose: () => void
}

/**
 * Lists the contacts pinned to be always in a smart group, or never, whatever its rules say; each pin can be removed.
 */
export default function Pins({ group, kind, onClose }: PinsProps) {
  const { t } = useLingui()
  const describeError = useGroupRefusal()
  const mayEdit = useCan('groups.edit') && canEditMembers(group)
  const query = useGroupPinsInfiniteQuery({ id: group.id, kind })
  const contacts = query.data?.pages.flatMap(({ data }) => data)
  const [unpin] = useUnpinContactsMutation()
  async function leaveToRules(id: string): Promise<void> {
    const { error } = await unpin({ id: group.id, contacts: [id] })
    if (error) toast.inApp({ type: 'error', title: t`Couldn't save the change`, message: describeError(error) })
  }
  return (
    <RecordDrawer isOpen onClose={onClose} title={kind === 'in' ? t`Always included` : t`Never included`}>
      <p className={classes.explained}>
        {kind === 'in' ? (
          <Trans>These people were added manually. The rules won't remove them.</Trans>
        ) : (
          <Trans>These people were removed manually. The rules won't add them back.</Trans>
        )}
      </p>
      {query.isError && !contacts && <StatePanel kind="error" compact onRetry={() => void query.refetch()} />}
      {!contacts && !query.isError && <SkeletonRows count={4} height={52} withAvatar />}
      {contacts?.length === 0 && <StatePanel kind="done" compact title={t`The rules decide for everyone`} />}
      <ul className={classes.people}>
        {contacts?.map((contact) => {
          const name = fullName(contact) || (contact.phoneDisplay ?? t`No name`)
          return (
            <li key={contact.id} className={classes.pinned}>
              <NameChip
                name={fullName(contact)}
                tintKey={contact.id}
                detail={contact.phoneDisplay && <bdi dir="ltr">{contact.phoneDisplay}</bdi>}
              />
              {mayEdit && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t`Let the rules decide for ${name}`}
                  onClick={() => void leaveToRules(contact.id)}
                >
                  <Trans>Let the rules decide</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {query.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </RecordDrawer>
  )
}
