import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconBuilding, IconPlus, IconSitemap } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../shared/api/from-contract.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useMayTransfer } from '../transfers/index.ts'
import { useFamilyQuery } from './api.ts'
import classes from './Family.module.css'
import { Grants } from './Grants.tsx'
import { Offers } from './Offers.tsx'
import { ShareDrawer } from './ShareDrawer.tsx'
import { ShareList } from './ShareList.tsx'

function Relatives({ family: { parent, children } }: { family: Reply<'readFamily'> }) {
  const { t } = useLingui()
  return (
    <ul className={classes.list} aria-label={t`Related organizations`}>
      {parent && (
        <li className={classes.row}>
          <IconBuilding size={20} stroke={1.75} aria-hidden />
          <div className={classes.words}>
            <bdi className={classes.name}>{parent.name}</bdi>
            <p className={classes.hint}>
              <Trans>Parent organization. What it shares can only be changed there.</Trans>
            </p>
          </div>
        </li>
      )}
      {children.map(({ id, name, sync, contactCount }) => (
        <li key={id} className={classes.row}>
          <IconBuilding size={20} stroke={1.75} aria-hidden />
          <div className={classes.words}>
            <bdi className={classes.name}>{name}</bdi>
            {sync && contactCount !== null && (
              <p className={classes.hint}>
                <Plural value={contactCount} one="# contact" other="# contacts" />
              </p>
            )}
            {!sync && (
              <p className={classes.hint}>
                <Trans>Sync is off, so nothing is shared with it.</Trans>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shows the parent and child organizations, and what is shared downward: group rules and fields, never contacts. */
export default function FamilyScreen() {
  const { t } = useLingui()
  const canShare = useCan('organization.manage')
  const canManageTeam = useCan('team.manage')
  const may = useMayTransfer()
  const [isSharing, setSharing] = useState(false)
  const { data: family, isError, refetch } = useFamilyQuery()
  const isStandalone = family && !family.parent && family.children.length === 0
  const mayShare = canShare && family?.sync === true && family.children.length > 0
  const share = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setSharing(true)}>
      <Trans>Share with sub-organizations</Trans>
    </Button>
  )
  return (
    <Screen
      title={t`Parent organization`}
      actions={
        <>
          <Anchor component={Link} to="/dashboard/contacts" me="xs">
            <Trans>Back to contacts</Trans>
          </Anchor>
          {mayShare && family.shares.length > 0 && share}
        </>
      }
    >
      <p className={classes.lead}>
        <Trans>
          A parent organization can share smart groups, custom fields, business hours and holidays with its
          sub-organizations. They can use them but can't change them, except that each may keep hours and holidays of
          its own. Contacts aren't shared; a single person can be transferred.
        </Trans>
      </p>
      {!family && !isError && <SkeletonRows count={4} height={56} />}
      {!family && isError && <StatePanel kind="error" onRetry={() => void refetch()} />}
      {isStandalone && (
        <StatePanel
          kind="done"
          icon={IconSitemap}
          title={t`No related organizations`}
          text={t`It has no parent organization and no sub-organizations.`}
        />
      )}
      {family && !isStandalone && <Relatives family={family} />}
      {family && !isStandalone && may.accept && <Offers />}
      {family && family.children.length > 0 && (
        <section className={classes.section}>
          <h2>
            <Trans>Shared</Trans>
          </h2>
          {family.shares.length > 0 ? (
            <ShareList family={family} canStop={canShare} />
          ) : (
            <StatePanel
              kind="firstUse"
              compact
              icon={IconSitemap}
              title={t`Nothing shared yet`}
              text={
                family.sync
                  ? t`For example, a shift field or a group of everyone hired in the last 90 days.`
                  : t`Sync is off for this organization.`
              }
              action={mayShare && share}
            />
          )}
        </section>
      )}
      {family && !isStandalone && canManageTeam && <Grants family={family} />}
      {family && mayShare && <ShareDrawer family={family} isOpen={isSharing} onClose={() => setSharing(false)} />}
    </Screen>
  )
}
