import type { Grant } from '@crewline/contract/grants'
import { formatList } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { usePermissionAreas } from '../team/index.ts'
import classes from './Family.module.css'

export interface GrantListProps {
  label: string
  grants: Grant[]
  /** Which of the two organizations the list names. */
  other: 'parent' | 'child'
  onAccept?: ((grant: Grant) => void) | undefined
  onChange?: ((grant: Grant) => void) | undefined
  onEnd: (grant: Grant) => void
}

/** Lists what teammates of a parent may do in a child, and what still waits for an owner of the child. */
export function GrantList({ label, grants, other, onAccept, onChange, onEnd }: GrantListProps) {
  const { t, i18n } = useLingui()
  const labels = new Map<string, string>(
    usePermissionAreas().flatMap(({ permissions }) => permissions.map((one) => [one.key, one.label] as const)),
  )
  const inWords = (permissions: readonly string[]) =>
    formatList(
      permissions
        .filter((permission) => permission !== 'team.read')
        .flatMap((permission) => labels.get(permission) ?? []),
      i18n.locale,
    )
  const isOffer = ({ offered, permissions }: Grant) => offered !== null && permissions.length === 0
  const endWord = (grant: Grant) => {
    if (!isOffer(grant)) return <Trans>End</Trans>
    return other === 'child' ? <Trans>Withdraw</Trans> : <Trans>Decline</Trans>
  }
  const endLabel = (grant: Grant) => {
    const { name } = grant
    if (!isOffer(grant)) return t`End access of ${name}`
    return other === 'child' ? t`Withdraw access for ${name}` : t`Decline access for ${name}`
  }
  return (
    <ul className={classes.list} aria-label={label}>
      {grants.map((grant) => {
        const { id, name, permissions, offered } = grant
        return (
          <li key={id} className={`${classes.row} ${classes.grant}`}>
            <IconUserShield size={20} stroke={1.75} aria-hidden />
            <div className={classes.words}>
              <bdi className={classes.name} translate="no">
                {name}
              </bdi>
              <p className={classes.hint}>
                <bdi translate="no">{grant[other].name}</bdi>
                {permissions.length > 0 && <> · {inWords(permissions)}</>}
              </p>
              {offered && (
                <p className={classes.hint}>
                  <Trans>Waiting for an owner of the sub-organization:</Trans> {inWords(offered)}
                </p>
              )}
            </div>
            {offered && onAccept && (
              <Button size="compact-sm" onClick={() => onAccept(grant)} aria-label={t`Accept access for ${name}`}>
                <Trans>Accept</Trans>
              </Button>
            )}
            {onChange && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onChange(grant)}
                aria-label={t`Change access of ${name}`}
              >
                <Trans>Change</Trans>
              </Button>
            )}
            <Button variant="default" size="compact-sm" onClick={() => onEnd(grant)} aria-label={endLabel(grant)}>
              {endWord(grant)}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
