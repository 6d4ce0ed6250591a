import type { Group } from '@crewline/contract/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import { RecordDrawer } from '../../shared/ui/RecordDrawer.tsx'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { toast } from '../../shared/ui/toast.tsx'
import { hasOwnPeople } from './group-rules.ts'
import classes from './Groups.module.css'
import { useGroupPinsInfiniteQuery, useUnpinPeopleMutation } from './people-api.ts'
import { useGroupRefusal } from './useGroupRefusal.ts'

export interface PinsProps {
  group: Group
  kind: 'in' | 'out'
  onClose: () => void
}

/** Who is always in a smart group, or never, whatever its rules say; each can be left to the rules again. */
export default function Pins({ group, kind, onClose }: PinsProps) {
  const { t } = useLingui()
  const wordsFor = useGroupRefusal()
  const mayEdit = useCan('groups.edit') && hasOwnPeople(group)
  const query = useGroupPinsInfiniteQuery({ id: group.id, kind })
  const people = query.data?.pages.flatMap(({ data }) => data)
  const [unpin] = useUnpinPeopleMutation()
  async function leaveToRules(id: string): Promise<void> {
    const { error } = await unpin({ id: group.id, contacts: [id] })
    if (error) toast.inApp({ type: 'error', title: t`Not changed`, message: wordsFor(error) })
  }
  return (
    <RecordDrawer isOpen onClose={onClose} title={kind === 'in' ? t`Always in this group` : t`Never in this group`}>
      <p className={classes.explained}>
        {kind === 'in' ? (
          <Trans>These people were added by hand. The rules do not take them out.</Trans>
        ) : (
          <Trans>These people were removed by hand. The rules do not bring them back.</Trans>
        )}
      </p>
      {query.isError && !people && <StatePanel kind="error" compact onRetry={() => void query.refetch()} />}
      {!people && !query.isError && <SkeletonRows count={4} height={52} withAvatar />}
      {people?.length === 0 && <StatePanel kind="done" compact title={t`The rules decide for everybody`} />}
      <ul className={classes.people}>
        {people?.map((person) => {
          const name = fullName(person) || (person.phoneDisplay ?? t`No name`)
          return (
            <li key={person.id} className={classes.pinned}>
              <PersonChip
                name={fullName(person)}
                tintKey={person.id}
                detail={person.phoneDisplay && <bdi dir="ltr">{person.phoneDisplay}</bdi>}
              />
              {mayEdit && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t`Let the rules decide for ${name}`}
                  onClick={() => void leaveToRules(person.id)}
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
