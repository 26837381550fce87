// The part of preact.js that the page uses, for tsc.
export type ComponentChildren = any;
export interface Signal<T> { value: T; peek(): T; subscribe(fn: (value: T) => void): () => void }
export interface ReadonlySignal<T> { readonly value: T; peek(): T }

export function h<P>(type: (props: P) => any, props: Omit<P, "children"> & { children?: any; key?: any; ref?: any }, ...children: any[]): any;
export function h(type: string | typeof Fragment, props: any, ...children: any[]): any;
export const Fragment: unique symbol;
export function render(node: any, parent: Element): void;
export function createContext<T>(value: T): any;
export function createRef<T>(): { current: T | null };
export function toChildArray(children: any): any[];
export function cloneElement(node: any, props?: any, ...children: any[]): any;
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useEffect(act: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(act: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useCallback<T extends (...args: any[]) => any>(fn: T, inputs: unknown[]): T;
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useContext<T>(context: any): T;
export function useId(): string;
export function useErrorBoundary(callback?: (error: any) => void): [any, () => void];
export function signal<T>(value: T): Signal<T>;
export function computed<T>(fn: () => T): ReadonlySignal<T>;
export function effect(fn: () => void | (() => void)): () => void;
export function batch<T>(fn: () => T): T;
export function untracked<T>(fn: () => T): T;
export function useSignal<T>(value: T): Signal<T>;
export function useComputed<T>(fn: () => T): ReadonlySignal<T>;
export function useSignalEffect(fn: () => void | (() => void)): void;
