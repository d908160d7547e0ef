// A QR code of a text, as a drawing; dark on light in every theme, because cameras expect it so.
import { encode } from "./vendor/uqr.js";

const SVG = "http://www.w3.org/2000/svg";

export const drawn = (text, label) => {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const make = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [each, value] of Object.entries(attributes)) made.setAttribute(each, value);
    return made;
  };
  const drawing = make("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label });
  drawing.append(
    make("rect", { width: size, height: size, fill: "#fff", stroke: "none" }),
    make("path", { d: path, fill: "#000", stroke: "none" }),
  );
  return drawing;
};
