"""`theano.d3viz.formatting`: whether graphs can be drawn, which needs no other package."""

pydot_imported = True
pydot_imported_msg = ""
