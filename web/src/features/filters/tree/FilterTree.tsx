import { FILTER_DEPTH_MAX, FILTER_RULES_MAX } from '@crewline/contract/filter-fields'
import type { FilterNode } from '@crewline/contract/filters'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { IconFolderPlus, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { FilterField } from '../filter-field.ts'
import classes from './FilterBuilder.module.css'
import { PartActions, RuleRow, type PartProps, type Tree } from './RuleRow.tsx'
import { isNode, newRule, rulesOf } from '../rules.ts'
import { addedTo, changedAt, movedAt, partAt, removedAt } from './tree.ts'

export interface FilterTreeProps {
  /** Undefined is a filter without rules. */
  filter: FilterNode | undefined
  /** Called with the whole filter, including incomplete rules; completeOf removes those. */
  onChange: (filter: FilterNode) => void
  fields: readonly FilterField[]
  /** Two lines per rule, for drawers. */
  isNarrow?: boolean
}

function GroupHeader({ node, path, tree }: PartProps & { node: FilterNode }) {
  const { t } = useLingui()
  const choice = (
    <Select
      className={classes.op ?? ''}
      size="xs"
      aria-label={t`Match all or any conditions`}
      data={[
        { value: 'and', label: t`all` },
        { value: 'or', label: t`any` },
      ]}
      value={node.op}
      allowDeselect={false}
      onChange={(op) => tree.change(path, { ...node, op: op === 'or' ? 'or' : 'and' })}
    />
  )
  return (
    <div className={classes.head}>
      <div className={classes.sentence}>
        {path.length === 0 ? (
          <Trans>Contacts who match {choice} of these:</Trans>
        ) : (
          <Trans>Match {choice} of these:</Trans>
        )}
      </div>
      {path.length > 0 && <PartActions path={path} tree={tree} name={t`condition group`} />}
    </div>
  )
}

function Adds({ path, tree }: PartProps) {
  const isFull = rulesOf(tree.filter).length >= FILTER_RULES_MAX
  const first = tree.fields[0]
  if (!first) return null
  return (
    <div className={classes.adds}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} stroke={1.75} />}
        disabled={isFull}
        data-add={path.join('.')}
        onClick={() => tree.add(path, newRule(first))}
      >
        <Trans>Add condition</Trans>
      </Button>
      {path.length < FILTER_DEPTH_MAX - 1 && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconFolderPlus size={16} stroke={1.75} />}
          disabled={isFull}
          onClick={() => {
            const around = partAt(tree.filter, path)
            const op = around && isNode(around) && around.op === 'and' ? 'or' : 'and'
            tree.add(path, { op, children: [newRule(first)] })
          }}
        >
          <Trans>Add condition group</Trans>
        </Button>
      )}
    </div>
  )
}

/** Enter in a rule chooses a value; it must not submit the surrounding form. */
function keepInside(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

function NodeRules({ node, path, tree }: PartProps & { node: FilterNode }) {
  const { t } = useLingui()
  return (
    <fieldset
      className={classes.group}
      aria-label={path.length === 0 ? t`Rules` : t`Condition group`}
      data-part={path.join('.')}
      onKeyDown={keepInside}
    >
      <GroupHeader node={node} path={path} tree={tree} />
      <ul className={classes.rows}>
        {node.children.map((child, at) =>
          isNode(child) ? (
            <li key={at}>
              <NodeRules node={child} path={[...path, at]} tree={tree} />
            </li>
          ) : (
            <RuleRow key={at} rule={child} path={[...path, at]} tree={tree} />
          ),
        )}
      </ul>
      <Adds path={path} tree={tree} />
    </fieldset>
  )
}

const noRules: FilterNode = { op: 'and', children: [] }

/**
 * Edits the rules of a filter as a tree of rows: all or any of, nested groups up to three levels, fully usable by
 * keyboard.
 */
export default function FilterTree({ filter = noRules, onChange, fields, isNarrow = false }: FilterTreeProps) {
  const box = useRef<HTMLDivElement>(null)
  const focusSelector = useRef('')
  // Keeps the keyboard focus near a part that was just added, moved or removed.
  useEffect(() => {
    const target = focusSelector.current && box.current?.querySelector<HTMLElement>(focusSelector.current)
    focusSelector.current = ''
    if (target) target.focus()
  })

  const tree: Tree = {
    filter,
    fields,
    change: (path, part) => onChange(changedAt(filter, path, part)),
    add(path, part) {
      const next = addedTo(filter, path, part)
      const group = partAt(next, path)
      const at = group && isNode(group) ? group.children.length - 1 : 0
      // In a new group, its first rule.
      focusSelector.current = `[data-part="${[...path, at, ...(isNode(part) ? [0] : [])].join('.')}"] input`
      onChange(next)
    },
    remove(path) {
      focusSelector.current = '[data-add=""]'
      onChange(removedAt(filter, path))
    },
    move(path, step) {
      const moved = movedAt(filter, path, step)
      focusSelector.current = `[data-part="${moved.path.join('.')}"] [data-acts]`
      onChange(moved.filter)
    },
  }
  return (
    <div ref={box} className={`${classes.builder} ${isNarrow ? classes.narrow : ''}`}>
      <NodeRules node={filter} path={[]} tree={tree} />
    </div>
  )
}
