import { formatDate } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { useFormerMembersQuery } from '../team-api.ts'
import classes from './Leavers.module.css'

const FormerDrawer = lazy(() => import('./FormerDrawer.tsx'))

/** Lists former teammates with how many things each still holds; one opens to hand them over. */
export default function FormerScreen() {
  const { t, i18n } = useLingui()
  const [params, setParams] = useSearchParams()
  const { data, isError, error, refetch } = useFormerMembersQuery()
  const openId = params.get('member')
  const show = (id: string | null) => setParams(id === null ? {} : { member: id })
  return (
    <Screen
      title={t`Former teammates`}
      actions={
        <Anchor component={Link} to="/dashboard/team">
          <Trans>Back to the team</Trans>
        </Anchor>
      }
    >
      {isError && !data ? (
        <StatePanel kind="error" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows />
      ) : data.length === 0 ? (
        <StatePanel
          kind="done"
          icon={IconUsers}
          title={t`No former teammates`}
          text={t`When someone leaves, what they held appears here.`}
        />
      ) : (
        <ul className={classes.people}>
          {data.map(({ id, userId, name, email, leftAt, held }) => (
            <li key={id} className={classes.person}>
              <NameChip
                name={name || email}
                tintKey={userId}
                detail={
                  <>
                    <bdi>{email}</bdi>
                    {leftAt && <> · {formatDate(leftAt, 'date', i18n.locale)}</>}
                  </>
                }
                size={32}
              />
              <Button variant={held > 0 ? 'default' : 'subtle'} size="xs" onClick={() => show(id)}>
                <Plural value={held} _0="Show" one="# thing left" other="# things left" />
                <span className={classes.hidden}> {name || email}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {openId !== null && (
        <Suspense fallback={null}>
          <FormerDrawer key={openId} memberId={openId} onClose={() => show(null)} />
        </Suspense>
      )}
    </Screen>
  )
}
