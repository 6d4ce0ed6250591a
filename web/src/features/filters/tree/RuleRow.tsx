import { valueShapeOf } from '@crewline/contract/filter-fields'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import { fieldNamed, type FilterField } from '../filter-field.ts'
import classes from './FilterBuilder.module.css'
import { PartMenu } from './PartMenu.tsx'
import { ComparatorSelect, FieldSelect } from '../inputs/RuleInputs.tsx'
import { movedAt, type Path } from './tree.ts'
import { ValueInput } from '../inputs/ValueInput.tsx'
import { formatField } from '../words.ts'

/** A filter and the functions to change it. */
export interface Tree {
  filter: FilterNode
  fields: readonly FilterField[]
  change: (path: Path, part: FilterNode | Rule) => void
  add: (path: Path, part: FilterNode | Rule) => void
  remove: (path: Path) => void
  move: (path: Path, step: -1 | 1) => void
}

/** A part of a filter, by its path. */
export interface PartProps {
  path: Path
  tree: Tree
}

/** Moves or removes a part; offers only moves that are possible. */
export function PartActions({ path, tree, name }: PartProps & { name: string }) {
  const lands = (step: -1 | 1) => movedAt(tree.filter, path, step).path.join('.') !== path.join('.')
  return (
    <PartMenu
      name={name}
      {...(lands(-1) && { onUp: () => tree.move(path, -1) })}
      {...(lands(1) && { onDown: () => tree.move(path, 1) })}
      onRemove={() => tree.remove(path)}
    />
  )
}

/** Renders one rule: field, comparator, value and actions. */
export function RuleRow({ rule, path, tree }: PartProps & { rule: Rule }) {
  const field = fieldNamed(tree.fields, rule.field)
  const shared = { rule, fields: tree.fields, onChange: (next: Rule) => tree.change(path, next) }
  const isBare = !field || valueShapeOf(field.kind, rule.cmp) === 'none'
  return (
    <li className={classes.row} data-part={path.join('.')} data-bare={isBare || undefined}>
      <div className={classes.field}>
        <FieldSelect {...shared} />
      </div>
      <div className={classes.cmp}>
        <ComparatorSelect {...shared} />
      </div>
      {!isBare && (
        <div className={classes.value}>
          <ValueInput
            field={field}
            rule={rule}
            onChange={(value) =>
              tree.change(path, { field: rule.field, cmp: rule.cmp, ...(value !== undefined && { value }) })
            }
          />
        </div>
      )}
      <div className={classes.acts}>
        <PartActions path={path} tree={tree} name={formatField(rule.field, tree.fields)} />
      </div>
    </li>
  )
}
