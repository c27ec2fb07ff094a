export * as circle from './circle.js';
export * as square from './square.js';
export * as rectangle from './rectangle.js';
export * as ellipse from './ellipse.js';
export * as triangle from './triangle.js';
export * as rhombus from './rhombus.js';
export * as trapezium from './trapezium.js';
export * as hexagon from './hexagon.js';
